import { describe, expect, test } from 'vitest';
import { choose, samplesOf } from '../../test/support/release-brute-force.ts';
import { expectedTotalVariation, totalVariation } from './total-variation.ts';

const cells = (counts: readonly number[], shown: readonly number[]) =>
  counts.map((count, value) => ({ count, shown: shown[value] }));

describe('totalVariation', () => {
  test('is half the sum of the differences of shares', () => {
    expect(totalVariation(cells([60, 40], [3, 7]))).toBeCloseTo(0.3, 12);
    expect(totalVariation(cells([10, 20, 70], [1, 2, 7]))).toBeCloseTo(0, 12);
    expect(totalVariation(cells([1, 99], [1, 0]))).toBeCloseTo(0.99, 12);
  });
});

describe('expectedTotalVariation', () => {
  test.each([[[4, 5]], [[1, 2, 6]], [[3, 3, 3, 1]], [[7]]])(
    'of %j is the average over all samples of a size',
    counts => {
      const rows = counts.reduce((sum, count) => sum + count, 0);
      for (let size = 1; size <= rows; size++) {
        let mean = 0;
        let total = 0;
        let one: readonly number[] = [];
        for (const shown of samplesOf(counts)) {
          if (shown.reduce((sum, each) => sum + each, 0) !== size) continue;
          const ways = Number(counts.reduce((product, count, v) => product * choose(count, shown[v]), 1n));
          mean += ways * totalVariation(cells(counts, shown));
          total += ways;
          one = shown;
        }
        expect(expectedTotalVariation(cells(counts, one))).toBeCloseTo(mean / total, 12);
      }
    },
  );

  test('keeps its digits on large tables: two equal halves stray by one over the root of two pi times the size', () => {
    const found = expectedTotalVariation(cells([5e8, 5e8], [5000, 5000]));
    expect(found).toBeCloseTo(1 / Math.sqrt(2 * Math.PI * 10_000), 6);
  });
});
