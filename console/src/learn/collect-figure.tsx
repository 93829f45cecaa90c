/** An answer cut into two random numbers: what each server gets, what they tell together, and what each onlooker learns. */
import { useState } from 'react';
import type { CollectionPlanJson } from '../../../src/service/contract/collecting.ts';
import { percent } from '../parts/numbers.ts';
import { ListSlider } from '../parts/slider.tsx';
import { EPSILON, hold, newRolls, OTHERS_YES, RATES } from './collect-plan.ts';
import { CollectShares } from './collect-shares.tsx';
import { Says } from './lesson.tsx';
import { Level } from './level.tsx';
import { atMostPercent, beliefAfter, oneIn, whole } from './words.ts';

export function CollectFigure({ plan }: { readonly plan: CollectionPlanJson }) {
  const [place, setPlace] = useState(2);
  const [answer, setAnswer] = useState(true);
  const [rolls, setRolls] = useState(newRolls);
  const { rate, noiseEpsilon, deviation, linkedRounds } = plan.rates[place];
  const survey = hold(rolls, { answer, rate, noiseEpsilon });
  const truth = OTHERS_YES + (answer ? 1 : 0);
  const belief = beliefAfter(EPSILON);
  const say = (value: boolean) => {
    setAnswer(value);
    setRolls(newRolls());
  };
  return (
    <figure className="lesson-figure">
      <fieldset className="answers">
        <legend>Did you come to work ill this month?</legend>
        <button type="button" aria-pressed={answer} onClick={() => say(true)}>
          Yes
        </button>
        <button type="button" aria-pressed={!answer} onClick={() => say(false)}>
          No
        </button>
      </fieldset>
      <div className="lesson-controls">
        <ListSlider
          label="People whose device sends their answer"
          choices={RATES}
          show={oneIn}
          place={place}
          onPlace={setPlace}
        />
      </div>
      <CollectShares survey={survey} />
      <h3>How sure an observer can become that you said yes</h3>
      <Level name="before, say" share={0.5} value="50%" before={0.5} />
      <Level name="one server, which holds a random share of your answer" share={0.5} value="50%" before={0.5} />
      <Level name="a reader of the result, at most" share={belief} value={atMostPercent(belief)} before={0.5} />
      <Says>
        You said {answer ? 'yes' : 'no'}. Your device {deviceWords(answer, survey.isDrawn)}, which neither server can
        see. Both totals together give {whole(survey.count)}, which gives an estimate of {whole(survey.count / rate)}{' '}
        people who said yes. The true number is {truth}, and in about 95 of 100 cases the estimate is within{' '}
        {whole(1.96 * deviation)} of it. Only if both servers worked together would they see what was sent, and learn
        the answer of {percent(linkedRounds.delta)} of those who said yes.
      </Says>
    </figure>
  );
}

const deviceWords = (answer: boolean, isDrawn: boolean): string =>
  isDrawn ? `was drawn and sent ${answer ? 'a 1 for yes' : 'a 0 for no'}` : 'was not drawn and sent 0';
