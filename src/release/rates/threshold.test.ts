import { describe, expect, test } from 'vitest';
import { choose } from '../../../test/support/release-brute-force.ts';
import { thresholdDelta, thresholdFor } from './threshold.ts';

/** The law of what is published of a combination: 0 stands for everything below the threshold. Rates in hundredths. */
function published(rows: number, rate: number, threshold: number): number[] {
  const kept = BigInt(Math.round(100 * rate));
  const law = new Array<bigint>(rows + 2).fill(0n);
  for (let shown = 0; shown <= rows; shown++)
    law[shown < threshold ? 0 : shown] +=
      choose(rows, shown) * kept ** BigInt(shown) * (100n - kept) ** BigInt(rows - shown);
  return law.map(weight => Number((weight << 600n) / 100n ** BigInt(rows)) / 2 ** 600);
}

function trueDelta(rate: number, epsilon: number, threshold: number, rowsMax: number): number {
  let worst = 0;
  for (let rows = 0; rows <= rowsMax; rows++) {
    const [one, other] = [published(rows, rate, threshold), published(rows + 1, rate, threshold)];
    const stick = (p: readonly number[], q: readonly number[]): number =>
      Array.from({ length: rows + 2 }, (_, j) => Math.max((p[j] ?? 0) - Math.exp(epsilon) * (q[j] ?? 0), 0)).reduce(
        (sum, part) => sum + part,
        0,
      );
    worst = Math.max(worst, stick(one, other), stick(other, one));
  }
  return worst;
}

describe('thresholdDelta', () => {
  test.each([
    [0.05, 1, 1],
    [0.05, 1, 3],
    [0.25, 0.5, 2],
    [0.25, 2, 5],
    [0.5, 0.3, 4],
    [0.9, 1, 3],
    [0.9, 0.1, 8],
    [0.97, 3, 2],
  ])('at rate %d, epsilon %d and threshold %i is the most over all sizes', (rate, epsilon, threshold) => {
    const delta = thresholdDelta({ rate, epsilon, threshold });
    const truth = trueDelta(rate, epsilon, threshold, 80);
    expect(delta).toBeGreaterThanOrEqual(truth * (1 - 1e-14));
    expect(delta).toBeLessThanOrEqual(truth * (1 + 1e-11));
  });

  test.each([
    { rate: 0, epsilon: 1, threshold: 2 },
    { rate: 1, epsilon: 1, threshold: 2 },
    { rate: 0.5, epsilon: 0, threshold: 2 },
    { rate: 0.5, epsilon: Number.NaN, threshold: 2 },
    { rate: 0.5, epsilon: 710, threshold: 2 },
    { rate: 0.5, epsilon: 1, threshold: 1e300 },
    { rate: 0.5, epsilon: 1, threshold: 0 },
    { rate: 0.5, epsilon: 1, threshold: 1.5 },
  ])('%j is refused', release => {
    expect(() => thresholdDelta(release)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
  });

  test('an epsilon too small to be searched is refused, and does not run for hours', () => {
    expect(() => thresholdDelta({ rate: 0.5, epsilon: 1e-4, threshold: 10 })).toThrow(
      expect.objectContaining({ code: 'calibration_impossible' }),
    );
  });
});

describe('thresholdFor', () => {
  test.each([
    [0.01, 4, 2.2e-8],
    [0.05, 6, 1.2e-7],
    [0.1, 8, 2.3e-7],
    [0.25, 14, 8.4e-7],
  ])('at rate %d, epsilon 1 and delta 1e-6 is %i', (rate, threshold, delta) => {
    expect(thresholdFor({ rate, epsilon: 1, delta: 1e-6 })).toBe(threshold);
    expect(thresholdDelta({ rate, epsilon: 1, threshold })).toBeCloseTo(delta, 8);
    expect(thresholdDelta({ rate, epsilon: 1, threshold: threshold - 1 })).toBeGreaterThan(1e-6);
  });

  test('a higher threshold never reveals more', () => {
    const deltas = Array.from({ length: 12 }, (_, i) => thresholdDelta({ rate: 0.2, epsilon: 0.7, threshold: i + 1 }));
    expect(deltas).toEqual([...deltas].sort((a, b) => b - a));
  });
});
