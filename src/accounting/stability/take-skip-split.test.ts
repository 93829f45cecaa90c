import { describe, expect, test } from 'vitest';
import { takeSkipSplit as ordered } from '../../../test/support/stability-lottery.ts';
import { costPairs, insertedAnywhere, movedAnywhere, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { takeSkipSplit } from './take-skip-split.ts';

describe('take-skip split', () => {
  test.each([1, 2, 3])('is the worst place of the worst data: %i units', size => {
    for (const costs of costPairs) {
      const price = takeSkipSplit({ size, costs });
      const inserted = worstPrice(ordered(size), upTo(0, 4).flatMap(insertedAnywhere), costs);
      expect(inserted).toBeCloseTo(price.epsilon, 7);
      const moved = worstPrice(ordered(size), [1, size + 1].flatMap(movedAnywhere), costs);
      expect(moved).toBeCloseTo(price.replace, 7);
    }
  });

  test('refuses a size that is not one', () => {
    expect(() => takeSkipSplit({ size: Number.NaN, costs: costPairs[0] })).toThrow(/whole number/);
  });
});
