import { describe, expect, test } from 'vitest';
import { bernoulli as drawn } from '../../../test/support/stability-lottery.ts';
import { added, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice } from '../../../test/support/stability-price.ts';
import { bernoulli } from './bernoulli.ts';

describe('bernoulli', () => {
  test.each([0.01, 0.3, 0.5, 0.9])('is the linear program at rate %d', rate => {
    for (const cost of costs) {
      const price = bernoulli({ rate }, cost);
      for (const count of upTo(0, 5)) {
        expect(truePrice(drawn(rate), added(count), [cost])).toBeCloseTo(price.epsilon, 7);
      }
      for (const count of upTo(1, 5)) {
        expect(truePrice(drawn(rate), replaced(count), [cost])).toBeCloseTo(price.replace, 7);
      }
    }
  });

  test('keeps its digits for tiny and huge epsilon', () => {
    expect(bernoulli({ rate: 0.5 }, { epsilon: 1e-300, replace: 2e-300 }).epsilon).toBeCloseTo(5e-301, 310);
    expect(bernoulli({ rate: 0.5 }, { epsilon: 1e6, replace: 2e6 }).epsilon).toBeCloseTo(1e6 - Math.LN2, 8);
    expect(bernoulli({ rate: 0 }, { epsilon: 3, replace: 6 })).toEqual({ epsilon: 0, replace: 0 });
    expect(bernoulli({ rate: 1 }, { epsilon: 3, replace: 4 })).toEqual({ epsilon: 3, replace: 4 });
  });

  test.each([Number.NaN, -0.1, 1.1, Infinity])('refuses the rate %d', rate => {
    expect(() => bernoulli({ rate }, { epsilon: 1, replace: 2 })).toThrow(/from 0 to 1/);
  });

  test.each([Number.NaN, -1, Infinity])('refuses the epsilon %d', epsilon => {
    expect(() => bernoulli({ rate: 0.5 }, { epsilon, replace: 0 })).toThrow(/finite number/);
    expect(() => bernoulli({ rate: 0.5 }, { epsilon: 1, replace: epsilon })).toThrow(/finite number/);
  });
});
