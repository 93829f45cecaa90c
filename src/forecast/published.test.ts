/** What is published on medians of samples, found again: 10,001 people, delta 1/(2·10,001). */
import { expect, test } from 'vitest';
import { concludedCells } from './forecast-quantile.ts';
import { type Distribution, valuesOf } from './populations/distribution.ts';
import { populationOf } from './populations/population.ts';
import { type QuantileSimulation, simulate } from './simulation.ts';

const SIZE = 10_001;
const LOGNORMAL: Distribution = { kind: 'lognormal', mean: 5, deviation: 0.5 };

interface Setting {
  readonly epsilons: readonly number[];
  readonly rates: readonly number[];
  readonly runs: number;
}

/** Values within their own bounds. */
function simulated(law: Distribution, seed: number, { epsilons, rates, runs }: Setting): QuantileSimulation {
  const values = valuesOf(law, SIZE, seed);
  const sorted = values.slice().sort();
  return simulate({
    population: populationOf(values, { min: sorted[0], max: sorted[SIZE - 1] }),
    quantile: 0.5,
    mechanism: 'smooth-printed',
    scheme: 'fixed-size',
    relation: 'replace-one',
    privacies: epsilons.map(epsilon => ({ epsilon, delta: 1 / (2 * SIZE) })),
    rates,
    runs,
    seed,
  });
}

test.each<[Distribution, number]>([
  [LOGNORMAL, 0.1],
  [{ kind: 'bimodal' }, 3],
])('for %j samples gain up to epsilon %d, beyond chance', (law, most) => {
  const setting = { epsilons: [0.1, 1, 3, 5], rates: [0.1, 0.5, 1], runs: 40 };
  for (const seed of [5, 8]) {
    const { truth, cells } = simulated(law, seed, setting);
    for (const epsilon of setting.epsilons) {
      const here = cells.filter(({ privacy }) => privacy.epsilon === epsilon);
      expect(concludedCells(here, truth).significant, `epsilon ${epsilon}`).toBe(epsilon <= most);
    }
  }
});

test('smooth sensitivities grow when fewer are asked, less than the tenfold and hundredfold of a mean', () => {
  const { cells } = simulated(LOGNORMAL, 5, { epsilons: [0.1, 1], rates: [0.01, 0.1, 1], runs: 100 });
  // with the printed constants the noise has the standard deviation sqrt(8)·S/epsilon
  const sensitivities = cells.map(({ variances, inner }) => {
    const middle = variances.slice().sort()[variances.length >> 1];
    return Math.sqrt(middle / 8) * inner.epsilon;
  });
  const [weak101, weak1001, weakFull, strong101, strong1001, strongFull] = sensitivities;
  const between = (value: number, low: number, high: number): void => {
    expect(value).toBeGreaterThan(low);
    expect(value).toBeLessThan(high);
  };
  between(weak1001 / weakFull, 1.2, 1.4);
  between(weak101 / weakFull, 3.5, 4.1);
  between(strong1001 / strongFull, 3.4, 4.5);
  between(strong101 / strongFull, 19, 25);
});
