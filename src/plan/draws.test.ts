import { describe, expect, test } from 'vitest';
import { checkedOf, part, sample } from '../../test/support/people.ts';
import { column, scan } from '../../test/support/plan-builders.ts';
import { canonicalJson } from '../json/index.ts';
import { drawsOf } from './draws.ts';
import type { SampleScheme, SplitScheme } from './operators/schemes/schemes.ts';
import type { PlanTable } from './plan.ts';

const coin: SampleScheme = { kind: 'bernoulli', rate: '0.5' };
const order = { by: 'rank', descending: false, size: 2 } as const;
const halves: SplitScheme = { kind: 'random', parts: ['a', 'b'].map(name => ({ name, rate: '0.5' })) };
const known = (input: PlanTable): PlanTable => ({
  kind: 'where',
  input,
  condition: { kind: 'isNull', operand: column('group') },
});

test('a plan without draws has none', () => expect(drawsOf(checkedOf(known(scan('people'))))).toEqual([]));

test('from the base outwards, with all that each of them is', () => {
  const first = sample(coin, known(scan('people')), 'june');
  const second = part(halves, 'b', first);
  const third = sample({ kind: 'take', ...order }, known(second));
  expect(drawsOf(checkedOf(third))).toEqual([
    {
      place: 0,
      kind: 'sample',
      scheme: coin,
      name: 'june',
      random: true,
      acrossStates: true,
      tables: ['people'],
      definition: { kind: 'sample', input: known(scan('people')), scheme: coin },
    },
    {
      place: 1,
      kind: 'split',
      scheme: halves,
      name: null,
      random: true,
      acrossStates: true,
      tables: ['people'],
      part: 'b',
      definition: { kind: 'split', input: first, scheme: halves },
    },
    {
      place: 2,
      kind: 'sample',
      scheme: { kind: 'take', ...order },
      name: null,
      random: false,
      acrossStates: false,
      tables: ['people'],
      definition: { kind: 'sample', input: known(second), scheme: { kind: 'take', ...order } },
    },
  ]);
});

describe('definitions', () => {
  const definitionOf = (table: PlanTable) => canonicalJson(drawsOf(checkedOf(table)).at(-1)!.definition);

  test('parts of one split share theirs', () =>
    expect(definitionOf(part(halves, 'a'))).toBe(definitionOf(part(halves, 'b'))));

  test('a sample and a split of one size are two things', () =>
    expect(definitionOf(sample({ kind: 'fixed-size', size: 2 }))).not.toBe(
      definitionOf(part({ kind: 'fixed-size', size: 2 }, 'first')),
    ));

  test('what lies below belongs to it', () =>
    expect(definitionOf(sample(coin, known(scan('people'))))).not.toBe(definitionOf(sample(coin))));
});

test('which of them are random', () => {
  const random = (table: PlanTable) => drawsOf(checkedOf(table))[0].random;
  expect(
    [
      sample({ kind: 'fixed-size', size: 1 }),
      sample({ kind: 'fraction', rate: '0.5' }),
      sample({ kind: 'stratified', by: 'group', rates: [{ stratum: 'A', rate: '0.5' }] }),
      part({ kind: 'fixed-size', size: 1 }, 'first'),
      part({ kind: 'fraction', rate: '0.5' }, 'rest'),
    ].map(random),
  ).toEqual([true, true, true, true, true]);
  expect(
    [
      sample({ kind: 'skip', ...order }),
      part({ kind: 'key', by: 'group' }, 'A'),
      part({ kind: 'take-skip', ...order }, 'rest'),
    ].map(random),
  ).toEqual([false, false, false]);
});
