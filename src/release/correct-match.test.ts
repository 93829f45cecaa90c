import { expect, test } from 'vitest';
import { chanceOf, samplesOf } from '../../test/support/release-brute-force.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { correctMatch } from './correct-match.ts';
import { countsOf } from './table-counts.ts';

test.each([[[1, 1, 3]], [[2, 4]], [[1, 2, 2, 5]]])('of %j is right matches over matches, in all samples', counts => {
  for (const rate of ['0.1', '0.5']) {
    let [right, all] = [rational.zero, rational.zero];
    for (const shown of samplesOf(counts)) {
      const chance = chanceOf(counts, shown, rational.fromDecimal(rate));
      for (const [value, count] of counts.entries()) {
        if (shown[value] !== 1) continue;
        right = rational.add(right, chance);
        all = rational.add(all, rational.mul(chance, rational.ratio(BigInt(count))));
      }
    }
    const truth = toNumber(right, 'nearest') / toNumber(all, 'nearest');
    expect(correctMatch(countsOf(counts), Number(rate))).toBeCloseTo(truth, 12);
  }
});

test('a large table without rare values keeps its digits', () => {
  expect(correctMatch(countsOf([1_000_000, 1_000_001]), 0.5)).toBeCloseTo(1 / 1_000_000, 9);
});
