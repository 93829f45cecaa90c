/** Two hills: the counts to expect if one person has diabetes, and if not. Where they overlap, a count tells little. */
import { useState } from 'react';
import type { CountPrivacy } from '../../../src/service/contract/statistical.ts';
import { ListSlider } from '../parts/slider.tsx';
import { Says } from './lesson.tsx';
import { CROWDS } from './statistical-curve.ts';
import { Hills } from './statistical-hills.tsx';
import { atLeastPercent, atMostPercent, whole } from './words.ts';

export function StatisticalFigure({ curves }: { readonly curves: readonly CountPrivacy[] }) {
  const [place, setPlace] = useState(4);
  const { curve, tradeOff, others } = curves[place];
  const overlap = atLeastPercent(1 - curve[0].delta.exact);
  const found = atMostPercent(1 - tradeOff[0].falseNegativeRate.exact);
  return (
    <figure className="lesson-figure">
      <div className="lesson-controls">
        <ListSlider
          label="People in the count about whom the attacker knows nothing"
          choices={CROWDS}
          show={whole}
          place={place}
          onPlace={setPlace}
        />
      </div>
      <Hills others={others} overlap={overlap} />
      <ul className="legend dots">
        <li className="without">expected if Anna has no diabetes</li>
        <li className="with">expected if she has</li>
        <li className="both">expected either way</li>
      </ul>
      <Says>
        {CROWDS[place] === 1
          ? 'Only Anna is unknown: subtracting everyone else gives her diagnosis. '
          : `With ${whole(CROWDS[place])} unknown people, Anna among them, the hills overlap by ${overlap}. `}
        An attacker who may wrongly accuse 5 of 100 people without diabetes finds at most {found} of those with
        diabetes; blind guessing finds 5%.
      </Says>
    </figure>
  );
}
