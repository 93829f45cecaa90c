import { describe, expect, test } from 'vitest';
import { differences, lawOf } from '../../test/support/collect-people.ts';
import { estimate, estimateVariance, noiseVariance } from './estimate.ts';
import { makeDie } from './views/die.ts';

describe('estimateVariance', () => {
  test.each([[[1]], [[1, 1, 0, 0]], [[1, 2, 2, 0]]])('is that of all rolls of %j, around the truth', truths => {
    const values = Math.max(...truths);
    const die = makeDie({ values, sampling: 0.3 });
    const law = [...lawOf(truths, die, differences(values))].map(([seen, chance]) => ({
      released: (JSON.parse(seen) as number[]).map(each => estimate(each, { sampling: 0.3, aggregators: 2 })),
      chance,
    }));
    for (let value = 1; value <= values; value++) {
      const count = truths.filter(truth => truth === value).length;
      const mean = law.reduce((sum, { released, chance }) => sum + chance * released[value - 1], 0);
      const variance = law.reduce((sum, { released, chance }) => sum + chance * (released[value - 1] - mean) ** 2, 0);
      expect(mean).toBeCloseTo(count, 12);
      expect(estimateVariance(count, { sampling: 0.3, aggregators: 2 })).toBeCloseTo(variance, 12);
    }
  });

  test('every aggregator adds its noise', () => {
    const noise = (aggregators: number) => estimateVariance(0, { sampling: 0.5, noiseEpsilon: 1, aggregators });
    expect(noise(1)).toBeCloseTo(4 * noiseVariance(1), 12);
    expect(noise(3)).toBeCloseTo(3 * noise(1), 12);
  });
});

test.each([0.1, 1, 5])('noiseVariance is the sum of its series at %d', parameter => {
  const weights = Array.from({ length: 1001 }, (_, i) => Math.exp(-parameter * Math.abs(i - 500)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const variance = weights.reduce((sum, weight, i) => sum + weight * (i - 500) ** 2, 0) / total;
  expect(noiseVariance(parameter) / variance).toBeCloseTo(1, 9);
});
