/** Before anybody is asked: the error at each sampling rate, and whom that rate betrays if rounds were linked. */
import { useCallback, useState } from 'react';
import type { CollectionPlanJson } from '../../../src/service/contract/collecting.ts';
import type { PageProps } from '../api.ts';
import { useFields } from '../parts/fields.ts';
import { LineChart } from '../parts/line-chart.tsx';
import { Loading } from '../parts/loading.tsx';
import { percent, short } from '../parts/numbers.ts';
import { useSettled } from '../parts/settled.ts';
import { Slider } from '../parts/slider.tsx';
import { people } from './words.ts';

const START = { population: '2000', count: '100', values: '3', epsilon: '1' };

/** Every two hundredths, without the ends where nobody or everybody is sampled. */
const RATES = Array.from({ length: 49 }, (_, i) => (i + 1) / 50);

export function CollectionPlanner({ api }: PageProps) {
  const { words, field } = useFields(START);
  const [rate, setRate] = useState(0.4);
  // whoever types asks once, at the end
  const { population, count, values, epsilon } = useSettled(words);
  const plan = useCallback(
    (signal: AbortSignal) =>
      api.until(signal).planCollection({
        population: Number(population),
        count: Number(count),
        values: Number(values),
        epsilon: Number(epsilon),
        rates: RATES,
      }),
    [api, population, count, values, epsilon],
  );
  return (
    <section className="card">
      <h2>Plan a campaign</h2>
      <p className="small">This only computes: it asks no one and charges nothing.</p>
      <div className="fields">
        <label>
          People who are asked
          <input inputMode="numeric" {...field('population')} />
        </label>
        <label>
          How many of them may have the value you care about
          <input inputMode="numeric" {...field('count')} />
        </label>
        <label>
          Answers to choose from
          <input inputMode="numeric" {...field('values')} />
        </label>
        <label>
          Epsilon of the release, for one answer
          <input inputMode="decimal" {...field('epsilon')} />
        </label>
        <Slider
          label="Sampling rate"
          min={RATES[0]}
          max={RATES[RATES.length - 1]}
          step={0.02}
          value={rate}
          show={percent}
          onChange={setRate}
        />
      </div>
      <div className="planning">
        <Loading from={plan} stage="Computing the errors">
          {found => <Planned plan={found} rate={rate} count={Number(count)} />}
        </Loading>
      </div>
    </section>
  );
}

function Planned({
  plan,
  rate,
  count,
}: {
  readonly plan: CollectionPlanJson;
  readonly rate: number;
  readonly count: number;
}) {
  const place = RATES.reduce((best, each, i) => (Math.abs(each - rate) < Math.abs(RATES[best] - rate) ? i : best), 0);
  const { deviation, linkedRounds, noiseless } = plan.rates[place];
  const { deviation: response } = plan.randomizedResponse;
  const largest = Math.max(response, ...plan.rates.map(each => each.deviation));
  return (
    <>
      <LineChart
        summary="The error of an estimate falls as more people are sampled"
        x={{ label: 'sampling rate', domain: [0, 1], show: percent }}
        y={{ label: 'error, in people', domain: [0, largest * 1.05], show: short }}
        lines={[
          { name: 'this campaign', points: plan.rates.map(each => [each.rate, each.deviation] as const) },
          { name: 'from noise', points: plan.rates.map(each => [each.rate, each.noiseDeviation] as const) },
          { name: 'randomized response', dashed: true, points: RATES.map(each => [each, response] as const) },
        ]}
        mark={{ at: [RATES[place], deviation], name: `your rate, ${percent(RATES[place])}` }}
      />
      <p className="planned">
        Sampling <strong>{percent(RATES[place])}</strong>, an estimate of {people(count)} has a standard error of{' '}
        <strong>{short(deviation)}</strong>; randomized response with the same epsilon has {short(response)}. All
        aggregators together, or an observer who links both answers of a person, would learn the true answer of{' '}
        <strong>{percent(linkedRounds.delta)}</strong> of all people. Without noise, only values of at least{' '}
        {short(noiseless.fewestProtected)} people would be protected.
      </p>
    </>
  );
}
