import { describe, expect, test } from 'vitest';
import { fixedSize as drawn } from '../../../test/support/stability-lottery.ts';
import { added, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice, worstPrice } from '../../../test/support/stability-price.ts';
import { fixedSize } from './fixed-size.ts';

describe('fixed size', () => {
  test.each([1, 2, 3, 4])('of a secret size is the worst case over all data: %i units', size => {
    for (const cost of costs) {
      const price = fixedSize({ size }, cost);
      expect(worstPrice(drawn(size), upTo(0, 5).map(added), [cost])).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(drawn(size), upTo(1, 5).map(replaced), [cost])).toBeCloseTo(price.replace, 7);
    }
  });

  test.each([1, 2, 3, 4])('of a public size is exact at every size: %i units', size => {
    for (const cost of costs) {
      for (const of of upTo(size, 6)) {
        const price = fixedSize({ size, of }, cost);
        expect(truePrice(drawn(size), replaced(of), [cost])).toBeCloseTo(price.replace, 7);
        expect(price.epsilon).toBe(price.replace);
      }
    }
  });

  test.each([1, 2, 3])('of a size signed from below is the worst case above it: %i units', size => {
    for (const cost of costs) {
      for (const atLeast of upTo(size, 4)) {
        const price = fixedSize({ size, atLeast }, cost);
        expect(worstPrice(drawn(size), upTo(atLeast, 5).map(added), [cost])).toBeCloseTo(price.epsilon, 7);
        expect(worstPrice(drawn(size), upTo(atLeast, 5).map(replaced), [cost])).toBeCloseTo(price.replace, 7);
      }
    }
  });

  test('is free for a single count and never for a group-by', () => {
    expect(fixedSize({ size: 100 }, { epsilon: 0.5, replace: 0.5 })).toEqual({ epsilon: 0.5, replace: 0.5 });
    expect(fixedSize({ size: 1 }, { epsilon: 1, replace: 2 }).epsilon).toBeCloseTo(1.434, 3);
  });

  test.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53])('refuses the size %d', size => {
    expect(() => fixedSize({ size }, { epsilon: 1, replace: 2 })).toThrow(/whole number/);
    expect(() => fixedSize({ size: 1, of: size }, { epsilon: 1, replace: 2 })).toThrow(/whole number/);
  });

  test('refuses more units than there are, and two kinds of size at once', () => {
    expect(() => fixedSize({ size: 3, of: 2 }, { epsilon: 1, replace: 2 })).toThrow(/may not exceed/);
    expect(() => fixedSize({ size: 3, atLeast: 2 }, { epsilon: 1, replace: 2 })).toThrow(/may not exceed/);
    expect(() => fixedSize({ size: 1, of: 2, atLeast: 2 }, { epsilon: 1, replace: 2 })).toThrow(/Give either/);
  });
});
