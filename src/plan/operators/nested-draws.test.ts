/** Draws of draws, with filters between them, through the plan: never below the linear program on small tables. */
import { describe, expect, test } from 'vitest';
import { checkedOf, dataOf, part, sample } from '../../../test/support/people.ts';
import { column, compare, scan, text } from '../../../test/support/plan-builders.ts';
import { chargedInTurn } from '../../../test/support/plan-charges.ts';
import { schemeOf } from '../../../test/support/plan-lottery.ts';
import type { Neighbours } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import type { Table } from '../plan.ts';
import type { SplitScheme } from '../scheme.ts';

const people = scan('people');
const inGroupA = (input: Table): Table => ({
  kind: 'where',
  input,
  condition: compare(column('group'), 'equal', text('A')),
});
const coin = (input: Table): Table => sample({ kind: 'bernoulli', rate: '0.5' }, input);
const halves: SplitScheme = {
  kind: 'random',
  parts: [
    { name: 'a', rate: '0.5' },
    { name: 'b', rate: '0.5' },
  ],
};
const first = (input: Table): Table => sample({ kind: 'take', by: 'rank', descending: false, size: 1 }, input);
const one = (input: Table): Table => sample({ kind: 'fixed-size', size: 1 }, input);

const families: readonly (readonly Neighbours[])[] = [
  [
    [['c'], ['c', 'd']],
    [['c'], ['c', 'b']],
    [['x'], ['x', 'd']],
    [
      ['c', 'x'],
      ['c', 'x', 'y'],
    ],
    [
      ['c', 'e'],
      ['c', 'd', 'e'],
    ],
  ],
  [
    [
      ['c', 'd'],
      ['c', 'x'],
    ],
    [
      ['c', 'd'],
      ['b', 'c'],
    ],
    [
      ['c', 'd'],
      ['c', 'e'],
    ],
    [
      ['x', 'd'],
      ['x', 'y'],
    ],
  ],
];

describe('the charge', () => {
  test.each<[string, readonly Table[]]>([
    ['a coin, a filter, a coin', [coin(inGroupA(coin(people)))]],
    ['one of those that a coin leaves', [one(coin(people))]],
    ['a coin of one', [coin(one(people))]],
    ['the first of a filtered coin', [first(inGroupA(coin(people)))]],
    ['a coin of the first', [coin(first(people))]],
    ['a sample of a part', [coin(part({ kind: 'key', by: 'group' }, 'A', people))]],
    ['samples of both parts', ['A', 'B'].map(name => one(part({ kind: 'key', by: 'group' }, name, people)))],
    ['a split of a sample', ['a', 'b'].map(name => part(halves, name, coin(people)))],
    ['a split of a filtered first', ['a', 'b'].map(name => part(halves, name, inGroupA(first(people))))],
    ['parts by a key of one unit', ['A', 'B'].map(name => part({ kind: 'key', by: 'group' }, name, one(people)))],
    [
      'first and rest of a part',
      ['first', 'rest'].map(name => part({ kind: 'fixed-size', size: 1 }, name, part(halves, 'a', people))),
    ],
  ])('%s', (_name, tables) => {
    const plans = tables.map(checkedOf);
    const drawn = schemeOf(
      plans.map(({ input }) => input),
      dataOf,
    );
    for (const [epsilon, replace] of [
      [0.4, 0.4],
      [0.7, 1.4],
    ]) {
      const costs = plans.map((_, place) => ({ epsilon: epsilon * (place + 1), replace: replace * (place + 1) }));
      const charged = chargedInTurn(plans, costs);
      const [added, replaced] = families.map(family => worstPrice(drawn, family, costs));
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThanOrEqual(charged.epsilon + 1e-8);
      expect(replaced).toBeLessThanOrEqual(charged.replace + 1e-8);
    }
  });
});
