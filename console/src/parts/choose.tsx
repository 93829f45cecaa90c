/** One of several, by name. */
import { useId } from 'react';

interface Props<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly options: readonly Name[];
  /** A name for people. */
  readonly shown?: (option: Name) => string;
  readonly onChange: (option: Name) => void;
}

export function Choose<Name extends string>({
  label,
  value,
  options,
  shown = option => option,
  onChange,
}: Props<Name>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={event => onChange(event.target.value as Name)}>
        {options.map(option => (
          <option key={option} value={option}>
            {shown(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The names of a table of names. */
export const namesIn = <Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(table) as Name[];
