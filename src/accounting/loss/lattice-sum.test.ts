import { expect, test } from 'vitest';
import { latticeSum } from './lattice-sum.ts';

test.each([
  [1, 0.5],
  [10, 0.3],
  [300, 0.01],
])(
  '%i coins of probability %d sum to their binomial law, within what the sum says it errs by',
  (count, probability) => {
    const sum = latticeSum({ first: 2, masses: Float64Array.of(1 - probability, probability) }, count);
    expect(sum).toBeDefined();
    if (sum === undefined) return;
    let [mass, wrong] = [(1 - probability) ** count, 0];
    for (let heads = 0; heads <= count; heads++) {
      wrong += Math.abs((sum.masses[2 * count + heads - sum.first] ?? 0) - mass);
      mass *= ((count - heads) / (heads + 1)) * (probability / (1 - probability));
    }
    expect(wrong).toBeLessThanOrEqual(sum.error + 1e-13);
    expect(sum.error).toBeLessThan(1e-10);
  },
);

test('a sum of nothing is nothing, and one that is too wide is none', () => {
  expect(latticeSum({ first: 5, masses: Float64Array.of(1) }, 0)).toMatchObject({ first: 0, error: 0 });
  const wide = new Float64Array(2 ** 16).fill(2 ** -16);
  expect(latticeSum({ first: 0, masses: wide }, 1e6)).toBeUndefined();
});
