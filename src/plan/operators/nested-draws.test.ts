/** Draws of draws, with filters between them, through the plan: never below the linear program on small tables. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedOf, dataOf, part, sample } from '../../../test/support/people.ts';
import { column, compare, scan, text } from '../../../test/support/plan-builders.ts';
import { chargedInTurn } from '../../../test/support/plan-charges.ts';
import { schemeOf } from '../../../test/support/plan-lottery.ts';
import type { Neighbours } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import type { PlanTable } from '../plan.ts';
import type { SplitScheme } from './schemes/schemes.ts';

const people = scan('people');
const inGroupA = (input: PlanTable): PlanTable => ({
  kind: 'where',
  input,
  condition: compare(column('group'), 'equal', text('A')),
});
const coin = (input: PlanTable): PlanTable => sample({ kind: 'bernoulli', rate: '0.5' }, input);
const halves: SplitScheme = {
  kind: 'random',
  parts: [
    { name: 'a', rate: '0.5' },
    { name: 'b', rate: '0.5' },
  ],
};
const first = (input: PlanTable): PlanTable => sample({ kind: 'take', by: 'rank', descending: false, size: 1 }, input);
const firstBy = (by: string, size: number, input: PlanTable): PlanTable =>
  sample({ kind: 'take', by, descending: false, size }, input);
const half = (input: PlanTable): PlanTable => sample({ kind: 'fraction', rate: '0.5' }, input);
const one = (input: PlanTable): PlanTable => sample({ kind: 'fixed-size', size: 1 }, input);

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
    // who contradicts himself is in every table that he is said to be in
    [['c'], ['c', 'd~x']],
    [
      ['c', 'x'],
      ['b~x', 'c', 'x'],
    ],
    [['d'], ['d', 'b~z']],
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
    [
      ['c', 'd'],
      ['c', 'd~x'],
    ],
    [
      ['c', 'x'],
      ['c', 'b~x'],
    ],
  ],
];

describe('the charge', () => {
  test.each<[string, readonly PlanTable[]]>([
    ['a coin, a filter, a coin', [coin(inGroupA(coin(people)))]],
    ['one of those that a coin leaves', [one(coin(people))]],
    ['a coin of one', [coin(one(people))]],
    ['the first of a filtered coin', [first(inGroupA(coin(people)))]],
    ['a coin of the first', [coin(first(people))]],
    ['half of those who are first by two columns', [half(firstBy('group', 9, firstBy('rank', 9, people)))]],
    [
      'half of the first part by another column, and the rest',
      [
        half(firstBy('group', 9, part({ kind: 'take-skip', by: 'rank', descending: false, size: 1 }, 'first', people))),
        part({ kind: 'take-skip', by: 'rank', descending: false, size: 1 }, 'rest', people),
      ],
    ],
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

test('of publicly many, who contradicts himself is in every draw or in none', () => {
  const all = sample({ kind: 'fixed-size', size: 2 }, scan('counted'));
  const plans = [checkedOf(half(firstBy('group', 9, firstBy('rank', 9, all))))];
  const replaced: readonly Neighbours[] = [
    [
      ['a', 'b'],
      ['a', 'b~y'],
    ],
    [
      ['a', 'x'],
      ['a~y', 'x'],
    ],
  ];
  const costs = [{ epsilon: 1, replace: 1 }];
  const drawn = schemeOf([plans[0].input], dataOf);
  expect(worstPrice(drawn, replaced, costs)).toBeLessThanOrEqual(chargedInTurn(plans, costs, 2).replace + 1e-8);
});

/** One step of a chain; every one of them leaves the columns that the others need. */
const steps: readonly ((input: PlanTable) => PlanTable)[] = [
  coin,
  one,
  first,
  inGroupA,
  half,
  input => firstBy('group', 2, input),
  input => sample({ kind: 'skip', by: 'rank', descending: true, size: 1 }, input),
  input => sample({ kind: 'stratified', by: 'group', rates: [{ stratum: 'A', rate: '0.5' }] }, input),
  input => part({ kind: 'key', by: 'group' }, 'A', input),
  input => part(halves, 'b', input),
  input => part({ kind: 'fixed-size', size: 1 }, 'rest', input),
  input => part({ kind: 'fraction', rate: '0.5' }, 'first', input),
  input => part({ kind: 'take-skip', by: 'rank', descending: false, size: 1 }, 'rest', input),
];

const costs = fc
  .record({ epsilon: fc.constantFrom(0, 0.3, 0.9), ratio: fc.constantFrom(1, 1.5, 2) })
  .map(({ epsilon, ratio }) => ({ epsilon, replace: ratio * epsilon }));

test('chains of draws, asked at every table of the chain and in either order', () => {
  const chain = fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(chain, fc.array(costs, { minLength: 4, maxLength: 4 }), fc.boolean(), (chosen, spent, outwards) => {
      const tables = [people];
      for (const step of chosen) tables.push(step(tables.at(-1)!));
      const plans = (outwards ? tables : [...tables].reverse()).map(checkedOf);
      const drawn = schemeOf(
        plans.map(({ input }) => input),
        dataOf,
      );
      const charged = chargedInTurn(plans, spent);
      const [added, replaced] = families.map(family => worstPrice(drawn, family, spent));
      expect(added).toBeLessThanOrEqual(charged.epsilon + 1e-8);
      expect(replaced).toBeLessThanOrEqual(charged.replace + 1e-8);
    }),
    { numRuns: 60 },
  );
});
