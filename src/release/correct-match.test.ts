import { expect, test } from 'vitest';
import { chanceOf, samplesOf } from '../../test/support/release-brute-force.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { correctMatch, sampleUniques } from './correct-match.ts';
import { countsOf } from './rates/table-counts.ts';

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

test.each([[[1, 1, 3]], [[2, 4]], [[1, 2, 2, 5]]])(
  'sampleUniques of %j: rows alone over rows drawn, in all samples',
  counts => {
    for (const rate of ['0.1', '0.5']) {
      let [alone, drawn] = [rational.zero, rational.zero];
      for (const shown of samplesOf(counts)) {
        const chance = chanceOf(counts, shown, rational.fromDecimal(rate));
        const times = (rows: number) => rational.mul(chance, rational.ratio(BigInt(rows)));
        alone = rational.add(alone, times(shown.filter(each => each === 1).length));
        drawn = rational.add(drawn, times(shown.reduce((sum, each) => sum + each, 0)));
      }
      const truth = toNumber(alone, 'nearest') / toNumber(drawn, 'nearest');
      expect(sampleUniques(countsOf(counts), Number(rate))).toBeCloseTo(truth, 12);
    }
  },
);
