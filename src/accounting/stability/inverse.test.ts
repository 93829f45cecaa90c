import { describe, expect, test } from 'vitest';
import { nextUp } from '../../numerics/index.ts';
import { largestWithin } from './inverse.ts';
import { inversePrice, price, type Sample } from './price.ts';

const samples: readonly Sample[] = [
  { operator: 'bernoulli', rate: 0.01 },
  { operator: 'bernoulli', rate: 1 },
  { operator: 'bernoulli', rate: 1e-12 },
  { operator: 'fixed-size', size: 10 },
  { operator: 'fixed-size', size: 10, of: 1000 },
  { operator: 'fixed-size', size: 10, atLeast: 1000 },
  { operator: 'fraction', rate: 0.05 },
  { operator: 'fraction', rate: 0.05, of: 1000 },
  { operator: 'with-replacement', size: 3 },
  { operator: 'with-replacement', size: 3, of: 50 },
  { operator: 'take', size: 5 },
  { operator: 'skip', size: 5 },
  { operator: 'stratified', rates: [0.1, 0.02] },
  { operator: 'cluster', rate: 0.1, members: 3 },
  { operator: 'cluster', rate: 0.1, members: 3, limit: 'enforced' },
  { operator: 'fixed-size-cluster', size: 2, of: 20, members: 3 },
];

/** Rounding may move a price by a few units in the last place, so the allowance may be short by about as many. */
const slack = 1 + 64 * Number.EPSILON;

describe('the inverse price', () => {
  test.each(samples)('is the largest allowance within the charge: $operator', sample => {
    for (const epsilon of [1e-9, 0.1, 1, 8]) {
      for (const replaceRatio of [1, 1.5, 2]) {
        for (const relation of [undefined, 'replace-one'] as const) {
          const inner = inversePrice({ ...sample, epsilon, replaceRatio, relation });
          const charged = (e: number): number =>
            price({ ...sample, relation, cost: { epsilon: e, replace: replaceRatio * e } }).epsilon;
          expect(charged(inner.epsilon)).toBeLessThanOrEqual(epsilon);
          expect(charged(nextUp(inner.epsilon) * slack)).toBeGreaterThan(epsilon);
          expect(inner.replace).toBe(replaceRatio * inner.epsilon);
        }
      }
    }
  });

  test('undoes a Bernoulli sample: ln(1 + (e^c − 1)/b)', () => {
    const { epsilon } = inversePrice({ operator: 'bernoulli', rate: 0.01, epsilon: 1 });
    expect(epsilon).toBeCloseTo(Math.log1p(Math.expm1(1) / 0.01), 13);
  });

  test('has no limit where nobody is sampled, and allows nothing for nothing', () => {
    expect(inversePrice({ operator: 'bernoulli', rate: 0, epsilon: 1 }).epsilon).toBe(Infinity);
    expect(inversePrice({ operator: 'bernoulli', rate: 0.5, epsilon: 0 })).toEqual({ epsilon: 0, replace: 0 });
  });

  test.each([0.9, 2.1, Number.NaN])('refuses the replace ratio %d', replaceRatio => {
    const request = { operator: 'bernoulli', rate: 0.5, epsilon: 1, replaceRatio } as const;
    expect(() => inversePrice(request)).toThrow(/from 1 to 2/);
  });

  test.each([-1, Number.NaN, Infinity])('refuses the charge %d', epsilon => {
    expect(() => inversePrice({ operator: 'bernoulli', rate: 0.5, epsilon })).toThrow(/finite number/);
  });

  test('finds the last double of a step', () => {
    expect(largestWithin(1, x => (x <= 0.7 ? 0 : 2))).toBe(0.7);
  });
});
