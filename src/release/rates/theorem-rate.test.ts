import { describe, expect, test } from 'vitest';
import { guarantee } from './guarantee.ts';
import { countsOf } from './table-counts.ts';
import { theoremRate } from './theorem-rate.ts';

/** The theorem as it is printed: whether a rate and an inner parameter keep a promise. */
function isProved(
  counts: readonly number[],
  { epsilon, delta, unknownRows: c }: { epsilon: number; delta: number; unknownRows: number },
  p: number,
  x: number,
): boolean {
  const alpha = delta / 2;
  const log = Math.log(counts.length / alpha);
  const wide = c === 1 ? 1 : 1 + (x * c) / (2 * log);
  const rare = counts.filter(count => count <= (2 * log) / x + (c === 1 ? 0 : c)).length;
  const rate = rare === 0 ? x : (x * Math.log(1 / (1 - alpha))) / (4 * rare * log * wide);
  return p <= rate && wide * (p + x) < 0.5 && Math.max(2 * c * wide * (p + x), 6 * c * wide * p) <= epsilon;
}

const INNER = Array.from({ length: 50_000 }, (_, i) => (i + 1) / 100_000);

describe('theoremRate', () => {
  test.each([
    [1, 1, 0.001, [201, 85]],
    [1, 0.3, 0.01, [30, 2000]],
    [1, 2, 0.01, [3, 3, 70, 9000]],
    [2, 1, 0.001, [700, 90]],
    [3, 0.5, 0.05, [5, 40_000]],
  ])(
    'with %i unknown rows at epsilon %d is proved, and no inner parameter proves more',
    (unknownRows, epsilon, delta, counts) => {
      const wanted = { epsilon, delta, unknownRows };
      const rate = theoremRate(countsOf(counts), guarantee(wanted));
      const proves = (factor: number): boolean => INNER.some(inner => isProved(counts, wanted, factor * rate, inner));
      expect(rate).toBeGreaterThan(0);
      expect(proves(0.999)).toBe(true);
      expect(proves(1.001)).toBe(false);
    },
  );

  test('without rare values it is a sixth of epsilon', () => {
    const rate = theoremRate(countsOf([10_000, 20_000]), guarantee({ epsilon: 0.6, delta: 0.01 }));
    expect(rate).toBeLessThanOrEqual(0.1);
    expect(rate).toBeCloseTo(0.1, 10);
  });
});
