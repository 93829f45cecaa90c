import { describe, expect, test } from 'vitest';
import { skip as others } from '../../../test/support/stability-lottery.ts';
import { costs, insertedAnywhere, movedAnywhere, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { skip } from './skip.ts';

describe('skip', () => {
  test.each([0, 1, 2, 3])('is the worst place of the worst data: %i units', size => {
    for (const cost of costs) {
      const price = skip({ size }, cost);
      const inserted = worstPrice(others(size), upTo(0, 4).flatMap(insertedAnywhere), [cost]);
      expect(inserted).toBeCloseTo(price.epsilon, 7);
      const moved = worstPrice(others(size), [1, size + 1].flatMap(movedAnywhere), [cost]);
      expect(moved).toBeCloseTo(price.replace, 7);
    }
  });

  test.each([-1, 0.5])('refuses to skip %d units', size => {
    expect(() => skip({ size }, { epsilon: 1, replace: 2 })).toThrow(/whole number/);
  });
});
