import { describe, expect, test } from 'vitest';
import type { Scheme } from '../../../test/support/stability-lottery.ts';
import { added, costPairs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { bernoulli } from './bernoulli.ts';
import { sequence } from './sequence.ts';

/** Two questions see the same table: two parts that always agree. */
const twice: Scheme = units => [{ outcome: [units, units], probability: 1 }];

describe('sequence', () => {
  test('is the sum, and reached', () => {
    for (const costs of costPairs) {
      const price = sequence(costs);
      expect(worstPrice(twice, upTo(0, 3).map(added), costs)).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(twice, upTo(1, 3).map(replaced), costs)).toBeCloseTo(price.replace, 7);
    }
    expect(sequence([])).toEqual({ epsilon: 0, replace: 0 });
  });

  test('inside a sample is amplified once: ten questions on one percent cost 5.4, not 0.17', () => {
    const question = { epsilon: 1, replace: 2 };
    const rate = 0.01;
    const together = bernoulli({ rate }, sequence(Array.from({ length: 10 }, () => question)));
    expect(together.epsilon).toBeCloseTo(5.4, 2);
    expect(10 * bernoulli({ rate }, question).epsilon).toBeCloseTo(0.17, 2);
  });
});
