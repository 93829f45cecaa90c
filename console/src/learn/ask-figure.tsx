/** Two hundred patients, some of whom are asked: what the answer is, and what it tells about one of them. */
import { useState } from 'react';
import { figure } from '../parts/numbers.ts';
import { ListSlider } from '../parts/slider.tsx';
import type { AskCurve } from './ask-curve.ts';
import { isDrawn, randomWords, wholeNoise } from './chance.ts';
import { Says } from './lesson.tsx';
import { Level } from './level.tsx';
import { NumberLine } from './number-line.tsx';
import { atMostPercent, beliefAfter, oneIn } from './words.ts';

/** 37 shares no divisor with 200: the ill are scattered, and always the same. */
const isIll = (person: number): boolean => (person * 37) % 200 < 60;
const [PEOPLE, ACROSS, ANNA] = [200, 25, 87];

/** One lot for each person, and one noise. */
const newDraw = () => ({ lots: randomWords(PEOPLE), noise: wholeNoise(1, randomWords(2)) });

export function AskFigure({ curve }: { readonly curve: AskCurve }) {
  const [place, setPlace] = useState(2);
  const [{ lots, noise }, setDraw] = useState(newDraw);
  const { rate, epsilon, deviation } = curve.rates[place];
  const asked = Array.from(lots, lot => isDrawn(lot, rate));
  const count = asked.filter((is, person) => is && isIll(person)).length;
  // noise may bring it below zero, where no truth is
  const estimate = Math.max(0, (count + noise) / rate);
  const interval = [estimate - 1.96 * deviation, estimate + 1.96 * deviation] as const;
  const belief = beliefAfter(epsilon);
  return (
    <figure className="lesson-figure">
      <div className="lesson-controls">
        <ListSlider
          label="Patients who are asked"
          choices={curve.rates.map(each => each.rate)}
          show={oneIn}
          place={place}
          onPlace={setPlace}
        />
        <button type="button" onClick={() => setDraw(newDraw())}>
          Draw again
        </button>
      </div>
      <Ward asked={asked} />
      <ul className="legend dots">
        <li className="well">asked, no diabetes</li>
        <li className="ill">asked, diabetes</li>
        <li className="unasked">not asked</li>
        <li className="anna">Anna</li>
      </ul>
      <NumberLine domain={[0, PEOPLE]} truth={60} estimate={estimate} interval={interval} />
      <h3>How sure an attacker can become that Anna is a patient</h3>
      <Level name="before, say" share={0.5} value="50%" before={0.5} />
      <Level
        name="after an answer from this sample, at most"
        share={belief}
        value={atMostPercent(belief)}
        before={0.5}
      />
      <Level
        name="after an answer from all patients, at most"
        share={beliefAfter(curve.whole)}
        value={atMostPercent(beliefAfter(curve.whole))}
        before={0.5}
      />
      <Says>
        The answer is {figure(Math.round(estimate))} patients with diabetes; in about 95 of 100 cases the true number,
        here 60, lies within {figure(Math.round(1.96 * deviation))} of it. Anna{' '}
        {asked[ANNA] ? 'was asked' : 'was not asked'} in this draw, but no outsider knows that. An attacker who thought
        it 50% likely that she is a patient may now think {atMostPercent(belief)} at most, compared with{' '}
        {atMostPercent(beliefAfter(curve.whole))} if all patients had been asked.
      </Says>
    </figure>
  );
}

const Ward = ({ asked }: { readonly asked: readonly boolean[] }) => (
  <svg
    className="ward"
    viewBox={`0 0 ${ACROSS * 16} ${(PEOPLE / ACROSS) * 16}`}
    role="img"
    aria-label={`${asked.filter(is => is).length} of 200 patients are asked. Anna is ${asked[ANNA] ? '' : 'not '}among them.`}
  >
    {asked.map((is, person) => {
      const at = { cx: (person % ACROSS) * 16 + 8, cy: Math.floor(person / ACROSS) * 16 + 8 };
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a person is their place
        <g key={person}>
          <circle {...at} r={is ? 6 : 3} className={is ? (isIll(person) ? 'ill' : 'well') : 'unasked'} />
          {person === ANNA && <circle {...at} r={7.2} className="anna" />}
        </g>
      );
    })}
  </svg>
);
