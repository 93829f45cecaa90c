/** What is compared: up to three ways of asking, each with its noise, its sample and how often. */
import { Choose, namesIn } from '../parts/choose.tsx';
import { percent, short } from '../parts/numbers.ts';
import { Slider } from '../parts/slider.tsx';
import { type ComparedWorkload, mechanisms, samplings } from './explore-curves.ts';

interface Props {
  readonly ways: readonly ComparedWorkload[];
  readonly onChange: (ways: readonly ComparedWorkload[]) => void;
}

const MOST = 3;

/** Ways are called by letters, in the pictures too. */
export const letterOf = (place: number): string => 'ABC'[place];

export function Ways({ ways, onChange }: Props) {
  return (
    <section className="card">
      <h2>What is compared</h2>
      <p className="small">Less noise and more answers reveal more about each person; a smaller sample reveals less.</p>
      <div className="ways">
        {ways.map((way, place) => (
          <OneWay
            // biome-ignore lint/suspicious/noArrayIndexKey: a way is its letter
            key={place}
            letter={letterOf(place)}
            way={way}
            onChange={changed => onChange(ways.map((other, at) => (at === place ? changed : other)))}
            onRemove={ways.length > 1 ? () => onChange(ways.filter((_, at) => at !== place)) : undefined}
          />
        ))}
      </div>
      <button
        type="button"
        className="quiet"
        disabled={ways.length === MOST}
        onClick={() => onChange([...ways, ways[ways.length - 1]])}
      >
        Compare with another
      </button>
    </section>
  );
}

interface OneWayProps {
  readonly letter: string;
  readonly way: ComparedWorkload;
  readonly onChange: (way: ComparedWorkload) => void;
  readonly onRemove: (() => void) | undefined;
}

function OneWay({ letter, way, onChange, onRemove }: OneWayProps) {
  const { strength } = mechanisms[way.mechanism];
  const part = <Part extends keyof ComparedWorkload>(name: Part) => ({
    value: way[name],
    onChange: (value: ComparedWorkload[Part]) => onChange({ ...way, [name]: value }),
  });
  return (
    <fieldset>
      <legend>{letter}</legend>
      <Choose
        label="Each answer has"
        options={namesIn(mechanisms)}
        shown={name => mechanisms[name].name}
        value={way.mechanism}
        onChange={mechanism => onChange({ ...way, mechanism, strength: 1 })}
      />
      <Slider
        label={strength.label}
        min={strength.min}
        max={strength.max}
        step={0.1}
        show={short}
        {...part('strength')}
      />
      <Choose
        label="Asked of"
        options={namesIn(samplings)}
        shown={name => samplings[name].name}
        {...part('sampling')}
      />
      {way.sampling !== 'none' && (
        <Slider label="Sampling rate" min={0.01} max={0.5} step={0.01} show={percent} {...part('rate')} />
      )}
      <Slider label="How many answers" min={1} max={100} step={1} show={String} {...part('count')} />
      {onRemove !== undefined && (
        <button type="button" className="quiet" onClick={onRemove}>
          Remove {letter}
        </button>
      )}
    </fieldset>
  );
}
