import { describe, expect, test } from 'vitest';
import { exactDelta, exactSum, wholeLattice } from '../../../test/support/loss-exact-sums.ts';
import type { LatticeTerm } from './aim.ts';
import { partsByJumps } from './jumps.ts';

/** Small losses with a rare large one, as rare sampling makes them. */
const rare = wholeLattice(0.1, -2, [0.2, 0.3, 0.3, 0.19, 0, 0, 0, 0, 2 ** -10, 2 ** -12, 2 ** -14], 2 ** -20);
const bell = wholeLattice(0.1, -1, [0.25, 0.5, 0.25]);

const workloads: Record<string, readonly LatticeTerm[]> = {
  'one kind': [{ lattice: rare, count: 6 }],
  'fewer steps than jumps are counted': [{ lattice: rare, count: 2 }],
  'two kinds': [
    { lattice: bell, count: 3 },
    { lattice: rare, count: 5 },
  ],
};

describe.each(Object.entries(workloads))('%s', (_, terms) => {
  test.each([1e-3, 1e-6, 1e-10])('the parts make up the whole, but for the rest (%d)', negligible => {
    const split = partsByJumps(terms, negligible);
    if (split === undefined) throw new TypeError('large losses are rare enough');
    const whole = exactSum(terms);
    const parts = split.parts.map(({ terms: part, logWays }) => ({ ways: Math.exp(logWays), sum: exactSum(part) }));
    for (let epsilon = -0.55; epsilon < 4; epsilon += 0.15) {
      const finite = exactDelta(whole, epsilon) - whole.infinite;
      const counted = parts.reduce((total, { ways, sum }) => total + ways * exactDelta(sum, epsilon), 0);
      expect(counted).toBeLessThanOrEqual(finite * (1 + 1e-12) + 1e-15);
      expect(counted + split.rest).toBeGreaterThanOrEqual(finite * (1 - 1e-12) - 1e-15);
    }
  });

  test('what is left out stays as small as was asked', () => {
    for (const negligible of [1e-6, 1e-12])
      expect(partsByJumps(terms, negligible)?.rest ?? 0).toBeLessThan(2 * negligible);
  });
});

test('losses that are all common are not divided', () => {
  expect(partsByJumps([{ lattice: bell, count: 10 }], 1e-10)).toBeUndefined();
});
