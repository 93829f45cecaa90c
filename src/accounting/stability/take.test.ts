import { describe, expect, test } from 'vitest';
import { take as first } from '../../../test/support/stability-lottery.ts';
import { costs, insertedAnywhere, movedAnywhere, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { take } from './take.ts';

describe('take', () => {
  test.each([1, 2, 3])('is the worst place of the worst data: %i units', size => {
    for (const cost of costs) {
      const price = take({ size }, cost);
      const inserted = worstPrice(first(size), upTo(0, 4).flatMap(insertedAnywhere), [cost]);
      expect(inserted).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(first(size), [1, size + 1].flatMap(movedAnywhere), [cost])).toBeCloseTo(price.replace, 7);
    }
  });

  test('refuses to take nobody', () => {
    expect(() => take({ size: 0 }, { epsilon: 1, replace: 2 })).toThrow(/at least 1/);
  });
});
