import { describe, expect, test } from 'vitest';
import { randomSplit as drawn } from '../../../test/support/stability-lottery.ts';
import { added, costPairs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { truePrice } from '../../../test/support/stability-price.ts';
import { bernoulli } from './bernoulli.ts';
import { randomSplit } from './random-split.ts';

const third = { epsilon: 0.6, replace: 0.9 };

describe('random split', () => {
  test.each([
    [0.5, 0.5],
    [0.2, 0.8],
    [0.3, 0.1],
  ])('is the linear program for two parts: rates %d and %d', (...rates) => {
    for (const pair of costPairs) {
      const price = randomSplit({ parts: pair.map((cost, j) => ({ rate: rates[j], cost })) });
      for (const count of upTo(0, 2)) {
        expect(truePrice(drawn(...rates), added(count), pair)).toBeCloseTo(price.epsilon, 7);
      }
      for (const count of upTo(1, 3)) {
        expect(truePrice(drawn(...rates), replaced(count), pair)).toBeCloseTo(price.replace, 7);
      }
    }
  });

  test('is the linear program for three parts and a rest', () => {
    const rates = [0.2, 0.4, 0.3];
    for (const pair of costPairs) {
      const costs = [...pair, third];
      const price = randomSplit({ parts: costs.map((cost, j) => ({ rate: rates[j], cost })) });
      expect(truePrice(drawn(...rates), added(1), costs)).toBeCloseTo(price.epsilon, 7);
      expect(truePrice(drawn(...rates), replaced(2), costs)).toBeCloseTo(price.replace, 7);
    }
  });

  test('of one part is a Bernoulli sample', () => {
    const cost = { epsilon: 1.3, replace: 2.1 };
    const one = randomSplit({ parts: [{ rate: 0.3, cost }] });
    expect(one.epsilon).toBeCloseTo(bernoulli({ rate: 0.3 }, cost).epsilon, 14);
    expect(one.replace).toBeCloseTo(bernoulli({ rate: 0.3 }, cost).replace, 14);
  });

  test('stays finite for huge epsilon', () => {
    const cost = { epsilon: 5000, replace: 9000 };
    const price = randomSplit({
      parts: [
        { rate: 0.5, cost },
        { rate: 0.5, cost: third },
      ],
    });
    expect(price.epsilon).toBeCloseTo(5000 - Math.LN2, 9);
    // the truth is 5000.6, a unit that leaves the cheap part for the dear one; underflow may only add to it
    expect(price.replace).toBeGreaterThanOrEqual(5000.6);
    expect(price.replace).toBeLessThanOrEqual(9000);
  });

  test('forgives decimals that sum to 1, and refuses more', () => {
    const tenths = Array.from({ length: 10 }, () => ({ rate: 0.1, cost: third }));
    expect(randomSplit({ parts: tenths }).epsilon).toBeCloseTo(0.6, 14);
    expect(() => randomSplit({ parts: [...tenths, { rate: 0.001, cost: third }] })).toThrow(/at most 1/);
    expect(() => randomSplit({ parts: [] })).toThrow(/At least one part/);
    expect(() => randomSplit({ parts: [{ rate: Number.NaN, cost: third }] })).toThrow(/from 0 to 1/);
  });
});
