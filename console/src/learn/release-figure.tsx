/** Patients stacked by age: which of them a draw publishes, and which ages it gives away. */
import { useState } from 'react';
import type { ReleaseChances } from '../../../src/service/contract/curves.ts';
import { ListSlider } from '../parts/slider.tsx';
import { isDrawn, randomWords } from './chance.ts';
import { Says } from './lesson.tsx';
import { type AgeBrick, ReleaseBricks, type Stack } from './release-bricks.tsx';
import { type CoarsenedValue, coarsenedBy, PEOPLE_BY_AGE, RATES, RECODINGS, YOUNGEST } from './release-table.ts';
import { howOften, oneIn } from './words.ts';

const PEOPLE = PEOPLE_BY_AGE.flatMap((count, place) => Array<number>(count).fill(YOUNGEST + place));
/** Likelier than this to be given away, a value sticks out. */
const ACCEPTED = 0.001;

export function ReleaseFigure({ curves }: { readonly curves: readonly ReleaseChances[] }) {
  const [place, setPlace] = useState(3);
  const [recoding, setRecoding] = useState(0);
  const [lots, setLots] = useState(() => randomWords(PEOPLE.length));
  const { rates, most, exactRate } = curves[recoding];
  const { rate, delta, byValue } = rates[place];
  const bricks = PEOPLE.map((age, person): AgeBrick => ({ age, shown: isDrawn(lots[person], rate) }));
  const stacks = coarsenedBy(RECODINGS[recoding]).map((coarsened, value): Stack => {
    const shown = bricks.filter(brick => brick.shown && within(brick, coarsened)).length;
    return { ...coarsened, shown, isGivenAway: shown > most[value], sticksOut: byValue[value] > ACCEPTED };
  });
  const givenAway = stacks.filter(({ isGivenAway }) => isGivenAway);
  return (
    <figure className="lesson-figure">
      <div className="lesson-controls">
        <ListSlider label="Records published" choices={RATES} show={oneIn} place={place} onPlace={setPlace} />
        <button type="button" onClick={() => setLots(randomWords(PEOPLE.length))}>
          Draw again
        </button>
      </div>
      <Choice chosen={recoding} onChoose={setRecoding} />
      <ReleaseBricks bricks={bricks} stacks={stacks} />
      <ul className="legend dots">
        <li className="shown">published</li>
        <li className="hidden">not published</li>
        <li className="given-away">exposed by this draw</li>
        <li className="sticks-out">at risk at this rate</li>
      </ul>
      <Says>
        Publishing {oneIn(rate)}, an age is exposed in {howOften(delta)}.{' '}
        {delta <= ACCEPTED
          ? 'That is within the 1 in 1,000 that this example accepts.'
          : `To stay within 1 in 1,000, no more than ${rateText(exactRate)} of the records may be published.`}{' '}
        {givenAway.length === 0 ? 'This draw exposes no one.' : `This draw exposes: ${namedFew(givenAway)}.`}
      </Says>
    </figure>
  );
}

/** So that the sentence keeps its length. */
const FEW = 2;

function namedFew(stacks: readonly Stack[]): string {
  const named = stacks.slice(0, FEW).map(({ name, shown, people }) => `age ${name}, ${shown} of ${people}`);
  return [...named, ...(stacks.length > FEW ? [`and ${stacks.length - FEW} more`] : [])].join('; ');
}

const within = ({ age }: AgeBrick, { from, to }: CoarsenedValue): boolean => age >= from && age <= to;

/** Rounded down: what is said to be safe is safe. */
const rateText = (rate: number): string => {
  const digits = 10 ** Math.max(0, 1 - Math.floor(Math.log10(rate * 100)));
  return (Math.floor(rate * 100 * digits) / digits / 100).toLocaleString('en', {
    style: 'percent',
    maximumFractionDigits: 3,
  });
};

interface ChoiceProps {
  readonly chosen: number;
  readonly onChoose: (recoding: number) => void;
}

const Choice = ({ chosen, onChoose }: ChoiceProps) => (
  <fieldset>
    <legend>Publish ages by</legend>
    {RECODINGS.map(({ name }, recoding) => (
      <label key={name} className="tick">
        <input type="radio" name="recoding" checked={recoding === chosen} onChange={() => onChoose(recoding)} />
        {name}
      </label>
    ))}
  </fieldset>
);
