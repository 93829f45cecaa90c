/** Which sampling rate is best for a median? By simulation, on simulated people: nothing is asked, nothing is spent. */
import { type FormEvent, useState } from 'react';
import type { PageProps } from '../api.ts';
import { useFields } from '../parts/fields.ts';
import { Job } from '../parts/job.tsx';
import { Refusal } from '../parts/notice.tsx';
import { useStarted } from '../parts/started-job.ts';
import { SimulatedRates } from './explore-rate-curve.tsx';

/** Laws by what they look like, with public bounds that hold nearly all of their values. */
const LAWS = {
  'costs, a few of them large': { distribution: 'lognormal:5,0.5', min: 0, max: 2000 },
  'heights, around an average': { distribution: 'normal:170,10', min: 100, max: 250 },
  'evenly from 0 to 100': { distribution: 'uniform:0,100' },
  'two groups, far apart': { distribution: 'bimodal' },
} as const;

type Law = keyof typeof LAWS;

const START = { population: '2001', epsilon: '0.1', delta: '0.0001' };

export function BestRate({ api }: PageProps) {
  const [law, setLaw] = useState<Law>('costs, a few of them large');
  const { words, field } = useFields(START);
  const { started, thrown, start } = useStarted('simulation', api.simulateQuantile);
  const simulate = (event: FormEvent) => {
    event.preventDefault();
    const [population, epsilon, delta] = [words.population, words.epsilon, words.delta].map(Number);
    start({ ...LAWS[law], ...DESIGN, mechanism: delta > 0 ? 'smooth' : 'exponential', population, epsilon, delta });
  };
  return (
    <>
      <form className="card" onSubmit={simulate}>
        <h2>Which rate is best for a median?</h2>
        <p className="small">
          A smaller sample hides people better and needs less noise, but it also says less. With a small epsilon, a
          sample can beat asking everyone. This is simulated: no data is read and nothing is spent.
        </p>
        <div className="fields">
          <label>
            Assume that the values look like
            <select value={law} onChange={({ target }) => setLaw(target.value as Law)}>
              {Object.keys(LAWS).map(name => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Number of people
            <input required inputMode="numeric" {...field('population')} />
          </label>
          <label>
            Epsilon to charge for the median
            <input required inputMode="decimal" {...field('epsilon')} />
          </label>
          <label>
            Delta: the probability that this limit fails
            <input required inputMode="decimal" {...field('delta')} />
          </label>
        </div>
        <button type="submit">Simulate</button>
      </form>
      {thrown !== null && <Refusal of={thrown} />}
      {started !== null && (
        <Job key={started.id} api={api} started={started} title="Simulating medians of samples">
          {job => job.kind === 'quantile-forecast' && job.result && <SimulatedRates found={job.result} />}
        </Job>
      )}
    </>
  );
}

const DESIGN = { scheme: 'fixed-size', relation: 'replace-one', quantile: 0.5, runs: 500, seed: 1 };
