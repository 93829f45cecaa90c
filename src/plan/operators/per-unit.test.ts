import { describe, expect, test } from 'vitest';
import { by, column, compare, number, plan, scan, text } from '../../../test/support/plan-builders.ts';
import { rational } from '../../numerics/index.ts';
import { definePolicy, loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import type { CheckedPlan, GroupResult } from '../checked-plan.ts';
import { canonicalList } from '../expressions/value.ts';
import { meaning, rowsOf } from '../meaning.ts';
import type { Aggregate, Grouping, PlanTable, UnitAggregate } from '../plan.ts';
import type { RawRow } from './operator.ts';

const policy = await loadPolicy(
  definePolicy({
    source: { engine: 'duckdb', path: 'small.duckdb' },
    tables: {
      visits: {
        unit: 'id',
        rowsPerUnit: 2,
        columns: {
          v: { type: 'integer', min: -1, max: 2 },
          fee: { type: 'number', min: 1, max: 3, step: 0.5 },
          any: { type: 'integer' },
          ward: { type: 'category', values: ['A', 'B'] },
          blood: { type: 'category', values: ['A', 'B'], perUnit: true },
          seen: { type: 'date', min: '2024-01-01', max: '2024-12-31' },
        },
      },
      cards: { key: 'id', columns: { v: { type: 'integer', min: -1, max: 2 } } },
      rows: { columns: { v: { type: 'integer', min: -1, max: 2 } } },
    },
    budget: { epsilon: 1 },
    ledger: 'sqlite:small.ledger',
  }),
);

type Clamp = UnitAggregate['clamp'];
type Kind = Exclude<UnitAggregate['kind'], 'count'>;
const made = (kind: Kind, of: string, clamp: Clamp = null, name = 'x'): UnitAggregate => ({
  kind,
  name,
  of: column(of),
  clamp,
});
const counted = (clamp: Clamp = null): UnitAggregate => ({ kind: 'count', name: 'x', clamp });

const perUnit = (
  aggregates: readonly UnitAggregate[],
  columns: readonly string[] = [],
  input = scan('visits'),
): PlanTable => ({ kind: 'perUnit', input, columns, aggregates });

/** Reads the number, which would not be looked at otherwise. */
const reading = (input: PlanTable) => check(plan(input, [{ kind: 'countValues', name: 'n', of: column('x') }]), policy);

describe('the number of a unit, of all its rows, and its public bounds', () => {
  const numberOf = (aggregate: UnitAggregate, rows: readonly RawRow[]) => {
    const { input } = reading(perUnit([aggregate]));
    const [found] = rowsOf(input, { visits: rows.map(row => ({ id: 'p', ...row })) });
    const { domain } = input.schema[0];
    return { value: found.values.x, domain: 'low' in domain && [domain.low, domain.high] };
  };
  const v = (...values: readonly (bigint | null)[]): RawRow[] => values.map(value => ({ v: value }));

  test.each<[string, UnitAggregate, readonly RawRow[], bigint | null, [bigint, bigint]]>([
    ['more rows than count are all added up, then clamped to as many', made('sum', 'v'), v(1n, 1n, 1n), 3n, [-2n, 4n]],
    ['five times the most is two times the most', made('sum', 'v'), v(2n, 2n, 2n, 2n, 2n), 4n, [-2n, 4n]],
    ['declared bounds reach further', made('sum', 'v', { low: '0', high: '9' }), v(2n, 2n, 2n, 2n), 8n, [0n, 9n]],
    ['rows out of bounds are clamped first', made('sum', 'v'), v(99n, -99n), 1n, [-2n, 4n]],
    ['nulls are nothing', made('sum', 'v'), v(null, 2n), 2n, [-2n, 4n]],
    ['of nothing but nulls there is no sum', made('sum', 'v'), v(null, null), null, [-2n, 4n]],
    ['a sum of what is at least 1 is at least 1', made('sum', 'fee'), [{ fee: 1 }, { fee: 1 }], 4n, [2n, 12n]],
    ['a mean has thousandths, halves up', made('mean', 'v'), v(1n, 1n, 2n), 1333n, [-1000n, 2000n]],
    ['below zero, too', made('mean', 'v'), v(-1n, -1n, 0n), -667n, [-1000n, 2000n]],
    ['a mean may be clamped', made('mean', 'v', { low: '0', high: '1.5' }), v(2n), 1500n, [0n, 1500n]],
    ['least', made('min', 'v'), v(2n, 0n, null), 0n, [-1n, 2n]],
    ['greatest', made('max', 'v'), v(0n, 2n, null), 2n, [-1n, 2n]],
    ['greatest, clamped', made('max', 'v', { low: '0', high: '1' }), v(2n), 1n, [0n, 1n]],
    ['rows', counted(), v(null, 1n, 1n, 1n), 2n, [1n, 2n]],
    ['rows up to a declared number', counted({ low: '0', high: '3.5' }), v(null, 1n, 1n, 1n), 3n, [1n, 3n]],
    ['values', made('countValues', 'v'), v(null), 0n, [0n, 2n]],
    ['values of any type', made('countValues', 'ward'), [{ ward: 'A' }, { ward: 'Z' }], 1n, [0n, 2n]],
    [
      'without public bounds, by a clamp alone; no sum is too large',
      made('sum', 'any', { low: '-5', high: '100' }),
      Array.from({ length: 4 }, () => ({ any: 2n ** 63n - 1n })),
      100n,
      [-5n, 100n],
    ],
    [
      'a clamp beyond all steps ends with them',
      made('sum', 'any', { low: '0', high: '1000000000000000000000' }),
      [{ any: 2n ** 63n - 1n }, { any: 5n }],
      2n ** 63n - 1n,
      [0n, 2n ** 63n - 1n],
    ],
  ])('%s', (_, aggregate, rows, value, domain) => expect(numberOf(aggregate, rows)).toEqual({ value, domain }));

  test('means end in thousandths of the step', () => {
    const [{ domain }] = reading(perUnit([made('mean', 'fee')])).input.schema;
    expect(domain).toMatchObject({ type: 'number', step: rational.ratio(1n, 2000n) });
  });

  test('the last day is a day', () => {
    const [{ domain }] = check(plan(perUnit([made('max', 'seen')])), policy).input.schema;
    expect(domain.type).toBe('date');
  });
});

test('one row a unit: who has none is not there, and whoever has no id is nobody', () => {
  const some: PlanTable = {
    kind: 'where',
    input: scan('visits'),
    condition: compare(column('v'), 'greater', number('0')),
  };
  const { input, rowsPerUnit, rowsAreUnits } = reading(perUnit([counted()], ['blood'], some));
  const visits = [
    { id: 'p', v: 1n, blood: 'B' },
    { id: 'p', v: 2n, blood: 'A' },
    { id: 'q', v: 0n, blood: 'A' },
    { id: null, v: 2n, blood: 'A' },
  ];
  expect(rowsOf(input, { visits })).toEqual([{ unit: 'p', values: { blood: 'A', x: 2n } }]);
  expect({ rowsPerUnit, rowsAreUnits }).toEqual({ rowsPerUnit: 1n, rowsAreUnits: true });
  expect(input.schema.every(known => known.perUnit)).toBe(true);
});

test('of people that are one row each, there is one row each', () => {
  const again = perUnit([{ ...counted(), name: 'y' }], [], perUnit([counted()]));
  expect(check(plan(again), policy).input.schema).toMatchObject([{ domain: { low: 1n, high: 1n } }]);
  expect(check(plan(perUnit([counted()], [], scan('cards'))), policy).input.schema).toMatchObject([
    { domain: { low: 1n, high: 1n } },
  ]);
});

const gatheredTimes = (times: number): PlanTable =>
  Array.from({ length: times }).reduce<PlanTable>(table => perUnit([counted()], [], table), scan('visits'));

test('people are made of people eight times', () => {
  expect(check(plan(gatheredTimes(8)), policy).input.kind).toBe('perUnit');
});

describe('refused', () => {
  const twice = [made('sum', 'v'), made('mean', 'v')];
  test.each<[string, PlanTable, string]>([
    ['a sum without bounds', perUnit([made('sum', 'any')]), 'bound_missing'],
    ['a mean without bounds', perUnit([made('mean', 'any')]), 'bound_missing'],
    ['a sum of text', perUnit([made('sum', 'ward')]), 'type_mismatch'],
    ['the least text', perUnit([made('min', 'ward')]), 'type_mismatch'],
    ['a clamp of dates', perUnit([made('max', 'seen', { low: '0', high: '1' })]), 'type_mismatch'],
    ['a clamp with nothing in it', perUnit([made('sum', 'v', { low: '2', high: '1' })]), 'value_out_of_range'],
    ['a name twice', perUnit(twice), 'name_taken'],
    ['a column that varies', perUnit([counted()], ['ward']), 'type_mismatch'],
    ['a column that is not there', perUnit([counted()], ['floor']), 'unknown_column'],
    ['rows that nothing gathers', perUnit([counted()], [], scan('rows')), 'sample_needs_key'],
    ['people made of people without end', gatheredTimes(9), 'plan_too_large'],
    [
      'a column that was left behind',
      { kind: 'where', input: perUnit([counted()]), condition: compare(column('v'), 'less', number('1')) },
      'unknown_column',
    ],
  ])('%s', (_name, table, code) => expect(() => check(plan(table), policy)).toThrow(expect.objectContaining({ code })));
});

/** All bags of up to four rows, where two count, and whoever is left out. */
const alphabet: readonly RawRow[] = [
  { v: -1n, ward: 'A', blood: 'A' },
  { v: 2n, ward: 'B', blood: 'A' },
  { v: null, ward: 'A', blood: 'B' },
  { v: 99n, ward: 'A', blood: null },
];
const bags: readonly (readonly RawRow[])[] = [
  [],
  ...alphabet.flatMap((a, i) => [
    [a],
    ...alphabet
      .slice(i)
      .flatMap((b, j) => [
        [a, b],
        ...alphabet.slice(i + j).map(c => [a, b, c]),
        ...alphabet.slice(i + j).map(c => [a, b, c, c]),
      ]),
  ]),
];

const onlyA: PlanTable = {
  kind: 'where',
  input: scan('visits'),
  condition: compare(column('ward'), 'equal', text('A')),
};
const numbers: readonly UnitAggregate[] = [
  made('sum', 'v'),
  made('sum', 'v', { low: '-3', high: '5' }),
  made('mean', 'v'),
  made('max', 'v'),
  counted(),
  made('countValues', 'v'),
];
const of = column('x');
const asked: readonly Aggregate[] = [
  { kind: 'count', name: 'n' },
  { kind: 'units', name: 'u' },
  { kind: 'sum', name: 's', of },
  { kind: 'mean', name: 'm', of },
  { kind: 'histogram', name: 'h', of, edges: ['-3', '0', '2'] },
  { kind: 'quantile', name: 'q', of, rank: '0.5' },
];

describe('one unit changes what is released by at most its sensitivity, whatever its rows are', () => {
  type Sums = ReadonlyMap<string, bigint>;
  /** Quantiles are judged by how often each value is there. */
  const sumsOf = (groups: readonly GroupResult[], { statistics }: CheckedPlan): readonly Sums[] =>
    statistics.map(
      (_, place) =>
        new Map(
          groups.flatMap(({ key, results }) => {
            const result = results[place];
            const name = canonicalList(key);
            if (typeof result === 'bigint') return [[name, result] as const];
            return result.map(({ value, rows }) => [`${name} ${value}`, rows] as const);
          }),
        ),
    );
  const apart = (one: Sums, other: Sums): bigint =>
    [...new Set([...one.keys(), ...other.keys()])].reduce((sum, name) => {
      const change = (one.get(name) ?? 0n) - (other.get(name) ?? 0n);
      return sum + (change < 0n ? -change : change);
    }, 0n);
  const other: readonly RawRow[] = [{ id: 'o', v: 2n, ward: 'A', blood: 'B' }];

  test.each<[string, PlanTable, Grouping]>([
    ['everybody', scan('visits'), { kind: 'none' }],
    ['some rows', onlyA, { kind: 'none' }],
    ['by a column of the person', scan('visits'), by('blood')],
    ['by the number itself', scan('visits'), by('x')],
    ['groups not listed in advance', scan('visits'), { kind: 'private', keys: [{ name: 'k', expression: of }] }],
  ])('%s', (_, input, grouping) => {
    let reached = 0;
    for (const aggregate of numbers) {
      const checked = check(plan(perUnit([aggregate], ['blood'], input), asked, grouping), policy);
      const released = bags.map(bag => {
        const visits = [...other, ...bag.map(row => ({ id: 'x', ...row }))];
        return sumsOf(meaning(checked, { visits }, '0f'.repeat(32)), checked);
      });
      for (const [place, { sensitivity }] of checked.statistics.entries()) {
        const added = released.map(sums => apart(sums[place], released[0][place]));
        const present = released.slice(1);
        const replaced = present.flatMap((one, i) => present.slice(i).map(two => apart(one[place], two[place])));
        for (const change of added) expect(change).toBeLessThanOrEqual(sensitivity.addRemove);
        for (const change of replaced) expect(change).toBeLessThanOrEqual(sensitivity.replaceOne);
        if (added.includes(sensitivity.addRemove)) reached += 1;
      }
    }
    // no more than needed: nearly everywhere somebody makes all the difference
    expect(reached).toBeGreaterThan(4 * numbers.length);
  });
});
