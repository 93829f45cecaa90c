/** Who learns what, side by side and in numbers: an aggregator, everybody, and all aggregators together. */
import type { ReactNode } from 'react';
import type { CampaignState } from '../../../src/service/contract/collecting.ts';
import { percent, short } from '../parts/numbers.ts';

export function Observers({ state }: { readonly state: CampaignState }) {
  const { views, sampling } = state;
  return (
    <section className="card">
      <h2>Who learns what about one person</h2>
      <div className="observers">
        <View who="One aggregator" number="nothing" unit="about answers">
          It holds one random share of each report, which reveals nothing by itself. It sees which tickets took part,
          and when.
        </View>
        {views.released.epsilon === null ? (
          <View who="Everyone, from the estimates" number={percent(views.counts.delta)} unit="probability of exposure">
            Counts are exact. A person who alone has a value is exposed if sampled; values that at least{' '}
            {views.fewestProtected} people have are protected (epsilon 1, delta 0.000001).
          </View>
        ) : (
          <View who="Everyone, from the estimates" number={`ε ${short(views.released.epsilon)}`} unit="at most">
            Odds about one person’s answer change by a factor of at most {short(Math.exp(views.released.epsilon))},
            whatever else an observer knows. The collector sees no more than everyone else.
          </View>
        )}
        <View who="All aggregators together" number={percent(sampling)} unit="of people, in clear">
          If all of them pooled their shares, they would learn the true answers of everyone who was sampled. One honest
          aggregator prevents this.
        </View>
      </div>
      {views.roundTwoOnly !== null && (
        <p className="small">
          Without shares, an observer of one second-round answer would learn{' '}
          {views.roundTwoOnly.epsilon === null ? 'without a bound' : `at most ε ${short(views.roundTwoOnly.epsilon)}`},
          and an observer who links both answers of a person would learn the true answer of{' '}
          {percent(views.linkedRounds.delta)} of all people. That is why rounds are never shown.
        </p>
      )}
      <p className="small">
        The number of reports is not secret: an observer can see when someone took part, but never what they answered.
      </p>
    </section>
  );
}

interface ViewProps {
  readonly who: string;
  readonly number: string;
  readonly unit: string;
  readonly children: ReactNode;
}

const View = ({ who, number, unit, children }: ViewProps) => (
  <div>
    <h3>{who}</h3>
    <p className="learned">
      <strong>{number}</strong> {unit}
    </p>
    <p className="small">{children}</p>
  </div>
);
