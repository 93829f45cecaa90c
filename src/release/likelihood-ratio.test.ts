import { describe, expect, test } from 'vitest';
import { samplesOf, trueRatio } from '../../test/support/release-brute-force.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { likelihoodRatio } from './likelihood-ratio.ts';

const values = (counts: readonly number[], shown: readonly number[]) =>
  counts.map((count, v) => ({ count, shown: shown[v] }));

describe('likelihoodRatio', () => {
  test.each([
    [1, [1, 2, 5]],
    [1, [4, 4]],
    [2, [6]],
    [2, [5, 7]],
    [2, [1, 4, 5]],
    [3, [6, 7]],
    [3, [2, 4, 5]],
  ])('with %i unknown rows of %j is the largest ratio there is', (unknownRows, counts) => {
    for (const shown of samplesOf(counts))
      expect([shown, likelihoodRatio(values(counts, shown), unknownRows)]).toEqual([
        shown,
        trueRatio(counts, shown, unknownRows),
      ]);
  });

  test('putting all unknown rows on one value is not always the worst', () => {
    const [counts, shown] = [
      [3, 1000],
      [1, 423],
    ];
    const ratio = likelihoodRatio(values(counts, shown), 2);
    expect(ratio).toEqual(trueRatio(counts, shown, 2));
    expect(toNumber(ratio ?? rational.one, 'nearest')).toBeCloseTo(3.464, 3);
    const onOne = (n: number, s: number): number => ((n - 1) / (n - 1 - s)) * (n / (n - s));
    expect(Math.max(onOne(3, 1), onOne(1000, 423))).toBeCloseTo(3.006, 3);
  });
});
