import { describe, expect, test } from 'vitest';
import { fraction as drawn } from '../../../test/support/stability-lottery.ts';
import { added, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice, worstPrice } from '../../../test/support/stability-price.ts';
import { amplify } from './amplification.ts';
import { fraction } from './fraction.ts';

const kept = (rate: number, count: number): number => Math.floor(rate * count);

describe('fraction', () => {
  test.each([0.25, 0.5, 0.75])('is approached from below as the data grow: rate %d', rate => {
    for (const cost of costs) {
      const price = fraction({ rate }, cost);
      for (const count of upTo(0, 6)) {
        const truth = truePrice(drawn(rate), added(count), [cost]);
        expect(truth).toBeLessThanOrEqual(price.epsilon + 1e-8);
        // where the sample grows it costs e; elsewhere the realised rate amplifies r, and that rate tends to p
        const realised = kept(rate, count) / (count + 1);
        const grows = kept(rate, count + 1) > kept(rate, count);
        expect(truth).toBeCloseTo(grows ? cost.epsilon : amplify(realised, cost.replace), 7);
      }
      const large = kept(rate, 1e9 + 1) / (1e9 + 2);
      expect(Math.max(cost.epsilon, amplify(large, cost.replace))).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(drawn(rate), upTo(1, 5).map(replaced), [cost])).toBeCloseTo(price.replace, 7);
    }
  });

  test('of a public size realises a whole number of units', () => {
    for (const cost of costs) {
      for (const of of upTo(1, 6)) {
        expect(truePrice(drawn(0.4), replaced(of), [cost])).toBeCloseTo(fraction({ rate: 0.4, of }, cost).replace, 7);
      }
    }
    const threeOfTen = amplify(0.3, 2);
    expect(fraction({ rate: 0.3, of: 10 }, { epsilon: 1, replace: 2 }).replace).toBeCloseTo(threeOfTen, 14);
  });

  test('everybody and nobody', () => {
    expect(fraction({ rate: 1 }, { epsilon: 1, replace: 2 })).toEqual({ epsilon: 1, replace: 2 });
    expect(fraction({ rate: 0 }, { epsilon: 1, replace: 2 })).toEqual({ epsilon: 0, replace: 0 });
  });

  test.each([Number.NaN, -0.1, 1.1])('refuses the rate %d', rate => {
    expect(() => fraction({ rate }, { epsilon: 1, replace: 2 })).toThrow(/from 0 to 1/);
    expect(() => fraction({ rate, of: 10 }, { epsilon: 1, replace: 2 })).toThrow(/from 0 to 1/);
  });
});
