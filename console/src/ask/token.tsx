/** A word of a sentence that can be chosen. */

interface TokenProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}

/** One that begins with a plus offers to say more. */
export const Token = ({ label, value, options, onChange }: TokenProps) => (
  <select
    className={options.some(([name, words]) => name === value && words.startsWith('+')) ? 'token offer' : 'token'}
    aria-label={label}
    value={value}
    onChange={event => onChange(event.target.value)}
  >
    {options.map(([name, words]) => (
      <option key={name} value={name}>
        {words}
      </option>
    ))}
  </select>
);
