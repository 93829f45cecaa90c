import { describe, expect, test } from 'vitest';
import { planCollection } from './collection-plan.ts';
import { coinsFor, responseVariance } from './randomized-response.ts';
import { releasedEpsilon } from './views/released.ts';

const REQUEST = {
  values: 4,
  count: 100,
  population: 100_000,
  epsilon: 1,
  delta: 1e-6,
  aggregators: 2,
  rates: [0.05, 0.25, 0.45, 0.9],
};

describe('planCollection', () => {
  const plan = planCollection(REQUEST);

  test('spends the epsilon at every rate, and divides the error into its two parts', () => {
    for (const { rate, noiseEpsilon, samplingDeviation, noiseDeviation, deviation } of plan.rates) {
      expect(releasedEpsilon({ values: 4, sampling: rate, noiseEpsilon })).toBeCloseTo(1, 9);
      expect(Math.hypot(samplingDeviation, noiseDeviation)).toBeCloseTo(deviation, 9);
      expect(samplingDeviation).toBeCloseTo(Math.sqrt((100 * (1 - rate)) / rate), 9);
    }
  });

  test('the best rate has the least error', () => {
    expect(plan.best.deviation).toBe(Math.min(...plan.rates.map(({ deviation }) => deviation)));
  });

  test('randomized response falls behind exactly from the named population on', () => {
    const { worseFrom } = plan.randomizedResponse;
    const at = (population: number) => Math.sqrt(responseVariance(100, population, coinsFor(1, 4)));
    expect(at(worseFrom)).toBeGreaterThanOrEqual(plan.best.deviation);
    expect(plan.randomizedResponse.deviation).toBe(at(100_000));
    expect(plan.randomizedResponse.deviation / plan.best.deviation).toBeGreaterThan(10);
  });

  test.each([
    { epsilon: 0 },
    { epsilon: Number.NaN },
    { delta: 0 },
    { count: -1 },
    { population: 99 },
    { rates: [] },
    { rates: [1] },
    { values: 0 },
    { aggregators: 0.5 },
  ])('%j is refused', change => {
    expect(() => planCollection({ ...REQUEST, ...change })).toThrow(
      expect.objectContaining({ code: 'value_out_of_range' }),
    );
  });
});
