import { expect, test } from 'vitest';
import { meanGains, medianConclusion, simulatedMedians } from './conclusions.ts';

/** The published setting, with fewer rates and runs: 10,001 people and delta 1/(2·10,001). */
const QUESTION = {
  size: 10_001,
  delta: 1 / 20_002,
  epsilons: [0.1, 1, 3, 5],
  rates: [0.1, 0.5],
  seeds: [5, 8],
  runs: 40,
};

test('no sample gains for any mean', () => {
  expect(meanGains(QUESTION)).toBe(false);
});

test('for the median of a lognormal law samples gain up to epsilon 0.1', async () => {
  const { gainsUpTo, gains } = await medianConclusion({ kind: 'lognormal', mean: 5, deviation: 0.5 }, QUESTION);
  expect(gainsUpTo).toBe(0.1);
  expect(gains[0].byPopulation.every(gain => gain > 10)).toBe(true);
  expect(gains[1].byPopulation).toEqual([1, 1]);
});

test('for that of two laws with a gap between them up to epsilon 3', async () => {
  const { gainsUpTo, gainsSometimesUpTo } = await medianConclusion({ kind: 'bimodal' }, QUESTION);
  expect([gainsUpTo, gainsSometimesUpTo]).toEqual([3, 3]);
});

test('smooth sensitivities grow as published when fewer are asked, less than the tenfold and hundredfold of a mean', async () => {
  const law = { kind: 'lognormal', mean: 5, deviation: 0.5 } as const;
  const question = { ...QUESTION, epsilons: [0.1, 1], rates: [0.1, 0.01], runs: 100 };
  const { cells } = await simulatedMedians(law, question, 5);
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
