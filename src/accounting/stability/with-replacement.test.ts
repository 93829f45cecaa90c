import { describe, expect, test } from 'vitest';
import { withReplacement as drawn } from '../../../test/support/stability-lottery.ts';
import { added, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice, worstPrice } from '../../../test/support/stability-price.ts';
import { withReplacement } from './with-replacement.ts';

describe('with replacement', () => {
  test.each([1, 2, 3, 4])('is the worst case over all data: %i draws', size => {
    const most = size < 4 ? 4 : 2;
    for (const cost of costs) {
      const price = withReplacement({ size }, cost);
      expect(worstPrice(drawn(size), upTo(0, most).map(added), [cost])).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(drawn(size), upTo(1, most).map(replaced), [cost])).toBeCloseTo(price.replace, 7);
    }
  });

  test.each([1, 2, 3])('of a public size is exact at every size: %i draws', size => {
    for (const cost of costs) {
      for (const of of upTo(1, 4)) {
        const price = withReplacement({ size, of }, cost);
        expect(truePrice(drawn(size), replaced(of), [cost])).toBeCloseTo(price.replace, 7);
      }
    }
  });

  test.each([0, 1.5, Number.NaN])('refuses %d draws', size => {
    expect(() => withReplacement({ size }, { epsilon: 1, replace: 2 })).toThrow(/whole number/);
    expect(() => withReplacement({ size: 1, of: size }, { epsilon: 1, replace: 2 })).toThrow(/whole number/);
  });
});
