import { expect, test } from 'vitest';
import {
  bernoulli as coin,
  everything,
  where as filter,
  union as joined,
} from '../../../test/support/stability-lottery.ts';
import { added, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { bernoulli } from './bernoulli.ts';
import { map } from './rows.ts';
import { union } from './union.ts';
import { where } from './where.ts';

const sampled = (cost: Cost): Cost => bernoulli({ rate: 0.4 }, cost);

test('a union of a table with itself costs twice', () => {
  for (const cost of costs) {
    const price = union([map, map], cost);
    expect(worstPrice(joined(everything, everything), upTo(0, 3).map(added), [cost])).toBeCloseTo(price.epsilon, 7);
    expect(worstPrice(joined(everything, everything), upTo(1, 3).map(replaced), [cost])).toBeCloseTo(price.replace, 7);
  }
});

test('a union of a filter and a sample costs no more than both', () => {
  const sides = joined(
    filter(unit => unit !== 'y'),
    coin(0.4),
  );
  for (const cost of costs) {
    const price = union([where, sampled], cost);
    expect(worstPrice(sides, upTo(0, 3).map(added), [cost])).toBeCloseTo(price.epsilon, 7);
    expect(worstPrice(sides, upTo(1, 3).map(replaced), [cost])).toBeLessThanOrEqual(price.replace + 1e-8);
  }
});
