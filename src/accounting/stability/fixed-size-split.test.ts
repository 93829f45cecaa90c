import { describe, expect, test } from 'vitest';
import { fixedSizeSplit as drawn } from '../../../test/support/stability-lottery.ts';
import { added, costPairs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice, worstPrice } from '../../../test/support/stability-price.ts';
import { fixedSizeSplit } from './fixed-size-split.ts';

describe('fixed-size split', () => {
  test.each([1, 2, 3])('is the worst case over all data: %i units', size => {
    for (const costs of costPairs) {
      const price = fixedSizeSplit({ size, costs });
      expect(worstPrice(drawn(size), upTo(0, 5).map(added), costs)).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(drawn(size), upTo(1, 5).map(replaced), costs)).toBeLessThanOrEqual(price.replace + 1e-8);
    }
  });

  test.each([1, 2, 3])('of a public size is exact at every size: %i units', size => {
    for (const costs of costPairs) {
      for (const of of upTo(size, 5)) {
        const price = fixedSizeSplit({ size, of, costs });
        expect(truePrice(drawn(size), replaced(of), costs)).toBeCloseTo(price.replace, 7);
      }
      // a secret size is the worst public one: as small as the sample, or without limit
      const [least, most] = [size, 1e12].map(of => fixedSizeSplit({ size, of, costs }).replace);
      expect(Math.max(least, most)).toBeCloseTo(fixedSizeSplit({ size, costs }).replace, 7);
    }
  });

  test('refuses sizes that are none', () => {
    expect(() => fixedSizeSplit({ size: 0, costs: costPairs[0] })).toThrow(/whole number/);
    expect(() => fixedSizeSplit({ size: 3, of: 2, costs: costPairs[0] })).toThrow(/may not exceed/);
  });
});
