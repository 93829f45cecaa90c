import { describe, expect, test } from 'vitest';
import { checkedOf, part, sample } from '../../test/support/people.ts';
import { column, compare, number, scan } from '../../test/support/plan-builders.ts';
import type { Derivation } from '../accounting/tree/index.ts';
import { lineageOf } from './lineage.ts';
import type { SampleScheme, SplitScheme } from './operators/schemes/schemes.ts';
import type { PlanTable } from './plan.ts';

const steps = (table: PlanTable, size?: number): readonly Derivation[] =>
  lineageOf(checkedOf(table), ({ place }) => ({ node: `node ${place}` }), size).steps;
const last = (table: PlanTable, size?: number) => steps(table, size).at(-1);

const order = { by: 'rank', descending: false } as const;
const adults = (input: PlanTable): PlanTable => ({
  kind: 'where',
  input,
  condition: compare(column('rank'), 'atLeast', number('18')),
});
const derived = (input: PlanTable): PlanTable => ({
  kind: 'derive',
  input,
  columns: [{ name: 'twice', expression: { kind: 'negate', operand: column('rank') } }],
});

const gathered = (input: PlanTable): PlanTable => ({
  kind: 'perUnit',
  input,
  columns: ['group', 'rank'],
  aggregates: [{ kind: 'count', name: 'rows', clamp: null }],
});

test('one step a table; draws have the node that they are given', () => {
  const table = sample(
    { kind: 'bernoulli', rate: '0.5' },
    adults(derived(sample({ kind: 'take', ...order, size: 3 }))),
  );
  const lineage = lineageOf(checkedOf(table), ({ place, random }) => ({
    node: `node ${place}`,
    ...(random && { fresh: true }),
  }));
  expect(lineage).toEqual({
    relation: 'add-remove',
    steps: [
      { kind: 'where' },
      { kind: 'sample', sample: { operator: 'take', size: 3 }, node: 'node 0' },
      { kind: 'map' },
      { kind: 'where' },
      { kind: 'sample', sample: { operator: 'bernoulli', rate: 0.5 }, node: 'node 1', fresh: true },
    ],
  });
});

test.each<[string, SampleScheme, object]>([
  ['a tenth, rounded up', { kind: 'bernoulli', rate: '0.1' }, { operator: 'bernoulli', rate: 0.1 }],
  ['about a third', { kind: 'bernoulli', rate: '0.33' }, { operator: 'bernoulli', rate: 0.33 }],
  [
    'strata, and nobody of those without one',
    { kind: 'stratified', by: 'group', rates: [{ stratum: 'B', rate: '0.5' }] },
    { operator: 'stratified', rates: [0.5, 0] },
  ],
])('rates that are realised: %s', (_name, scheme, priced) => {
  expect(last(sample(scheme))).toMatchObject({ sample: priced });
});

test.each<[string, SplitScheme, string | null, object]>([
  [
    'random',
    {
      kind: 'random',
      parts: [
        { name: 'a', rate: '0.25' },
        { name: 'b', rate: '0.5' },
      ],
    },
    'b',
    {
      operator: 'split',
      rates: new Map([
        ['a', 0.25],
        ['b', 0.5],
      ]),
    },
  ],
  ['a key', { kind: 'key', by: 'group' }, null, { operator: 'partition', parts: ['A', 'B', null] }],
  [
    'a key that varies: a unit may be in every part',
    { kind: 'key', by: 'place' },
    'P',
    { operator: 'partition', parts: ['P', 'Q', null], rowsPerUnit: 3 },
  ],
  ['fixed size', { kind: 'fixed-size', size: 4 }, 'rest', { operator: 'fixed-size-split', size: 4 }],
  ['fraction', { kind: 'fraction', rate: '0.5' }, 'first', { operator: 'fraction-split', rate: 0.5 }],
  ['order', { kind: 'take-skip', ...order, size: 4 }, 'first', { operator: 'take-skip-split', size: 4 }],
])('splits: %s', (_name, split, name, rule) =>
  expect(last(part(split, name))).toMatchObject({ kind: 'part', split: rule, part: name, node: 'node 0' }),
);

test('a number that is made of a unit is constant in it: parts by it are apart', () => {
  const step = last(part({ kind: 'key', by: 'rows' }, '2', gathered(scan('people'))));
  expect(step !== undefined && 'split' in step && step.split).toEqual({
    operator: 'partition',
    parts: ['1', '2', '3', null],
  });
});

describe('draws that follow their units from state to state', () => {
  const coin = (input: PlanTable): PlanTable => sample({ kind: 'bernoulli', rate: '0.5' }, input);
  const strata = (input: PlanTable): PlanTable =>
    sample({ kind: 'stratified', by: 'group', rates: [{ stratum: 'A', rate: '0.5' }] }, input);
  const halves = (input: PlanTable): PlanTable =>
    part({ kind: 'random', parts: [{ name: 'a', rate: '0.5' }] }, 'a', input);
  const people = scan('people');
  const counted = scan('counted');

  test.each<[string, PlanTable, number | undefined, boolean]>([
    ['a coin', coin(people), undefined, true],
    ['strata', strata(people), undefined, true],
    ['a random split', halves(people), undefined, true],
    ['a coin of a coin of some', coin(adults(coin(people))), undefined, true],
    ['a coin of people as one row each, of a coin', coin(gathered(coin(people))), undefined, true],
    ['a coin of some of them', coin(gathered(adults(people))), undefined, true],
    [
      'a coin of a part by a number of theirs',
      coin(part({ kind: 'key', by: 'rows' }, '1', gathered(people))),
      undefined,
      false,
    ],
    ['a coin of a part by a key', coin(part({ kind: 'key', by: 'group' }, 'A', people)), undefined, false],
    ['a coin of the first', coin(sample({ kind: 'take', ...order, size: 3 }, people)), undefined, false],
    ['a coin of so many', coin(sample({ kind: 'fixed-size', size: 3 }, people)), undefined, false],
    ['so many of a coin', sample({ kind: 'fixed-size', size: 3 }, coin(people)), undefined, false],
    ['of replaced people, how many is secret', coin(counted), undefined, true],
    ['of publicly many: both are in the same states', coin(halves(derived(counted))), 100, false],
    ['of publicly many, each of them one row', coin(gathered(counted)), 100, false],
    ['of publicly many, those of some rows', coin(gathered(adults(counted))), 100, true],
    ['of publicly many, strata', strata(counted), 100, true],
    ['of publicly many, some', coin(adults(counted)), 100, true],
  ])('%s', (_name, table, size, follows) => {
    const step = last(table, size);
    expect(step !== undefined && 'node' in step && step.acrossStates === true).toBe(follows);
  });

  test('a question is of one state: like a filter, unless sizes are public', () => {
    expect(steps(people)[0]).toEqual({ kind: 'where' });
    expect(steps(counted)[0]).toEqual({ kind: 'where' });
    expect(steps(counted, 100)[0]).toEqual({ kind: 'map' });
  });
});

describe('public sizes', () => {
  const counted = scan('counted');
  const ten = (input: PlanTable): PlanTable => sample({ kind: 'fixed-size', size: 10 }, input);
  const ofIn = (step: Derivation | undefined): unknown =>
    step?.kind === 'sample' ? step.sample : step?.kind === 'part' ? step.split : undefined;

  test.each<[string, PlanTable, number | undefined]>([
    ['the table itself', counted, 100],
    ['derived', derived(counted), 100],
    ['each of them one row', gathered(counted), 100],
    ['each of them one row, of some rows', gathered(adults(counted)), undefined],
    ['filtered', adults(counted), undefined],
    ['a coin', sample({ kind: 'bernoulli', rate: '0.5' }, counted), undefined],
    ['strata', sample({ kind: 'stratified', by: 'group', rates: [{ stratum: 'A', rate: '0.5' }] }, counted), undefined],
    ['so many', sample({ kind: 'fixed-size', size: 40 }, counted), 40],
    ['more than there are', sample({ kind: 'fixed-size', size: 400 }, counted), 100],
    ['a fraction', sample({ kind: 'fraction', rate: '0.29' }, counted), 29],
    ['the first', sample({ kind: 'take', ...order, size: 30 }, counted), 30],
    ['all but the first', sample({ kind: 'skip', ...order, size: 30 }, counted), 70],
    ['nobody', sample({ kind: 'skip', ...order, size: 100 }, counted), undefined],
    ['first of a split', part({ kind: 'fixed-size', size: 30 }, 'first', counted), 30],
    ['rest of a split', part({ kind: 'fixed-size', size: 30 }, 'rest', counted), 70],
    ['rest of a fraction', part({ kind: 'fraction', rate: '0.29' }, 'rest', counted), 71],
    ['rest of an order', part({ kind: 'take-skip', ...order, size: 30 }, 'rest', counted), 70],
    ['a part by key', part({ kind: 'key', by: 'group' }, 'A', counted), undefined],
    ['a part by chance', part({ kind: 'random', parts: [{ name: 'a', rate: '0.5' }] }, 'a', counted), undefined],
    ['a filter before the first', sample({ kind: 'take', ...order, size: 30 }, adults(counted)), undefined],
  ])('%s', (_name, input, of) => {
    expect(ofIn(last(ten(input), 100))).toEqual({ operator: 'fixed-size', size: 10, of });
    expect(ofIn(last(part({ kind: 'fixed-size', size: 10 }, 'rest', input), 100))).toEqual({
      operator: 'fixed-size-split',
      size: 10,
      of,
    });
  });

  test('where added people are the neighbours, no size is public', () =>
    expect(ofIn(last(ten(scan('people')), 100))).toEqual({ operator: 'fixed-size', size: 10, of: undefined }));

  test('columns that people may contradict themselves in drop nobody', () => {
    const both: PlanTable = {
      kind: 'derive',
      input: derived(counted),
      columns: [{ name: 'known', expression: { kind: 'isNull', operand: column('group') } }],
    };
    expect(ofIn(last(ten(both), 100))).toMatchObject({ of: 100 });
  });

  test('what only the question reads has no say', () =>
    expect(ofIn(steps(adults(ten(counted)), 100)[1])).toMatchObject({ of: 100 }));
});
