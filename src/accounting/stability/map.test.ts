import { expect, test } from 'vitest';
import type { Scheme } from '../../../test/support/stability-lottery.ts';
import { added, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { map } from './map.ts';

test('map changes nothing', () => {
  const renamed: Scheme = units => [{ outcome: [units.map(unit => `new-${unit}`)], probability: 1 }];
  for (const cost of costs) {
    const price = map(cost);
    expect(worstPrice(renamed, upTo(0, 3).map(added), [cost])).toBeCloseTo(price.epsilon, 7);
    expect(worstPrice(renamed, upTo(1, 3).map(replaced), [cost])).toBeCloseTo(price.replace, 7);
  }
});
