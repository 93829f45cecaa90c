/** What an epsilon allows an attacker, and what it leaves of a count: both at once. */
import { useState } from 'react';
import { ListSlider } from '../parts/slider.tsx';
import { Says } from './lesson.tsx';
import { Level } from './level.tsx';
import { atMostPercent, beliefAfter } from './words.ts';

const EPSILONS = [0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10];

/** Laplace noise of scale 1 / epsilon is within this 95 times in 100. */
const reach = (epsilon: number): number => Math.log(20) / epsilon;

/** What is too much to be useful for a group of this size is all of it. */
const GROUP = 1000;

const peopleText = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 1 ? 1 : 2 });

export function EpsilonFigure() {
  const [place, setPlace] = useState(6);
  const epsilon = EPSILONS[place];
  const [belief, error] = [beliefAfter(epsilon), reach(epsilon)];
  const share = error / GROUP;
  return (
    <figure className="lesson-figure">
      <div className="lesson-controls">
        <ListSlider label="Epsilon" choices={EPSILONS} show={String} place={place} onPlace={setPlace} />
      </div>
      <h3>How sure an attacker can become that Anna is in the data</h3>
      <Level name="before, say" share={0.5} value="50%" before={0.5} />
      <Level name="after all answers, at most" share={belief} value={atMostPercent(belief)} before={0.5} />
      <h3>How far a count of {GROUP.toLocaleString('en')} people is off, in 95 of 100 answers</h3>
      <Level name="error from noise, at most" share={Math.min(1, share)} value={`± ${peopleText(error)}`} before={0} />
      <Says>
        With epsilon {epsilon}, someone who gave even odds may be {atMostPercent(belief)} sure at most, and a count of{' '}
        {GROUP.toLocaleString('en')} people is within {peopleText(error)} of the truth in 95 of 100 answers (
        {(100 * share).toLocaleString('en', { maximumSignificantDigits: 2 })}%). {judgement(epsilon)}
      </Says>
    </figure>
  );
}

function judgement(epsilon: number): string {
  if (epsilon < 0.1) return 'Very strong protection; only large groups can be told apart.';
  if (epsilon <= 1) return 'Strong protection: a usual price for one question.';
  if (epsilon <= 3) return 'A usual budget for all questions about sensitive data.';
  if (epsilon < 10) return 'Weak protection against an attacker who knows everybody else.';
  return 'Next to no guarantee for one person.';
}
