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
          It holds one random number of each report, which says nothing alone. It sees which tickets took part, and
          when.
        </View>
        {views.released.epsilon === null ? (
          <View who="Everybody, from the estimates" number={percent(views.counts.delta)} unit="chance to be exposed">
            Counts are exact. Somebody who alone has a value is exposed if sampled; values that at least{' '}
            {views.fewestProtected} people have are protected (epsilon 1, delta 0.000001).
          </View>
        ) : (
          <View who="Everybody, from the estimates" number={`ε ${short(views.released.epsilon)}`} unit="at most">
            Odds on one person’s answer move by at most {short(Math.exp(views.released.epsilon))} times, whatever else
            somebody knows. The collector sees no more than everybody.
          </View>
        )}
        <View who="All aggregators together" number={percent(sampling)} unit="of people, in clear">
          If every single one of them shared what it holds, they would read the truth of all who were sampled. One that
          does not is enough.
        </View>
      </div>
      {views.roundTwoOnly !== null && (
        <p className="small">
          Without shares, whoever saw one second-round answer alone would learn{' '}
          {views.roundTwoOnly.epsilon === null ? 'without a bound' : `at most ε ${short(views.roundTwoOnly.epsilon)}`},
          and whoever linked both answers of a person would read the truth of {percent(views.linkedRounds.delta)} of all
          people: rounds are never shown.
        </p>
      )}
      <p className="small">
        The number of reports is no secret: whoever watches it can tell when somebody took part, never what they said.
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
