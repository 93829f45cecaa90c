/** A number that is chosen by sliding, with its value in words beside its name. */
interface Props {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly show: (value: number) => string;
  readonly onChange: (value: number) => void;
}

export function Slider({ label, show, onChange, ...range }: Props) {
  return (
    <label>
      <span>
        {label}: <span className="value">{show(range.value)}</span>
      </span>
      <input
        type="range"
        {...range}
        aria-valuetext={show(range.value)}
        onChange={event => onChange(Number(event.target.value))}
      />
    </label>
  );
}

interface ChoiceProps extends Pick<Props, 'label' | 'show'> {
  /** What may be chosen, in order. */
  readonly choices: readonly number[];
  /** The place of the chosen one. */
  readonly place: number;
  readonly onPlace: (place: number) => void;
}

/** Slides along a list, where steps are not equal. */
export const ListSlider = ({ label, show, choices, place, onPlace }: ChoiceProps) => (
  <Slider
    label={label}
    min={0}
    max={choices.length - 1}
    step={1}
    value={place}
    show={each => show(choices[each])}
    onChange={onPlace}
  />
);
