import { describe, expect, test } from 'vitest';
import type { Part, Scheme } from '../../../test/support/stability-lottery.ts';
import { added, costs, replaced, upTo } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { map, rows } from './rows.ts';

/** Units `x1`, `y3`, ... have as many rows as their digit says; rows of different units differ. */
const spread: Scheme = units => [
  {
    outcome: [units.flatMap(unit => upTo(1, Number(unit.at(-1))).map(row => `${unit}${'i'.repeat(row)}`))],
    probability: 1,
  },
];

describe('functions of a unit', () => {
  test('map changes nothing', () => {
    const renamed: Scheme = units => [{ outcome: [units.map(unit => `new-${unit}`)], probability: 1 }];
    for (const cost of costs) {
      const price = map(cost);
      expect(worstPrice(renamed, upTo(0, 3).map(added), [cost])).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(renamed, upTo(1, 3).map(replaced), [cost])).toBeCloseTo(price.replace, 7);
    }
  });

  test.each([1, 2, 3])('at most %i rows of a unit', most => {
    const counts = upTo(0, most);
    const adding = counts.map((count): [Part, Part] => [['a1'], ['a1', `x${count}`]]);
    const replacing = counts.flatMap(from =>
      counts.map((to): [Part, Part] => [
        ['a1', `x${from}`],
        ['a1', `y${to}`],
      ]),
    );
    for (const cost of costs) {
      const price = rows({ most }, cost);
      expect(worstPrice(spread, adding, [cost])).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(spread, replacing, [cost])).toBeCloseTo(price.replace, 7);
    }
  });

  test('refuses units of no rows', () => {
    expect(() => rows({ most: 0 }, { epsilon: 1, replace: 2 })).toThrow(/whole number/);
  });
});
