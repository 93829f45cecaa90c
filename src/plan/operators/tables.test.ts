import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { arithmetic, column, compare, number, plan, scan, text } from '../../../test/support/plan-builders.ts';
import type { Part, Scheme } from '../../../test/support/stability-lottery.ts';
import { costs } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { map, where } from '../../accounting/index.ts';
import { canonicalJson } from '../../json/index.ts';
import { loadPolicy } from '../../source/index.ts';
import type { Cost } from '../../vocabulary/index.ts';
import { check } from '../check.ts';
import type { CheckedTable } from '../checked-plan.ts';
import { lineageOf } from '../lineage.ts';
import { rowsOf } from '../meaning.ts';
import type { PlanTable } from '../plan.ts';

const policy = await loadPolicy(hospital);
const wards = [
  { ward: 'A', floor: 1n, label: 'first' },
  { ward: 'B', floor: 12n, label: null },
  { ward: null, floor: 3n, label: 'none' },
];

const perUnit: PlanTable = {
  kind: 'perUnit',
  input: scan('visits'),
  columns: [],
  aggregates: [
    { kind: 'sum', name: 'double', of: column('postcode'), clamp: null },
    { kind: 'count', name: 'floor', clamp: null },
  ],
};

const tables: Readonly<Record<string, PlanTable>> = {
  where: { kind: 'where', input: scan('visits'), condition: compare(column('postcode'), 'greater', number('1')) },
  derive: {
    kind: 'derive',
    input: scan('visits'),
    columns: [{ name: 'double', expression: arithmetic(column('postcode'), 'multiply', number('2')) }],
  },
  project: { kind: 'project', input: scan('visits'), columns: ['postcode'] },
  'per unit': perUnit,
  'where of units': { kind: 'where', input: perUnit, condition: compare(column('floor'), 'greater', number('1')) },
  'join matched': { kind: 'join', input: scan('visits'), table: 'wards', on: 'ward', keep: 'matched' },
  'join all': { kind: 'join', input: scan('visits'), table: 'wards', on: 'ward', keep: 'all' },
};

/** Reads all columns that the tables above have, so that nothing is left out as unmentioned. */
const checkedTable = (input: PlanTable): CheckedTable => {
  const names = ['postcode', 'ward', 'double', 'floor', 'label'];
  const known = check(plan(input), policy).input.schema.map(({ name }) => name);
  const operands = names
    .filter(name => known.includes(name))
    .map(name => ({ kind: 'isNull', operand: column(name) }) as const);
  const read = check(plan({ kind: 'where', input, condition: { kind: 'or', operands } }), policy).input;
  return (read as Extract<CheckedTable, { kind: 'where' }>).input;
};

const visit = (patient_id: string, ward: string | null, postcode: bigint) => ({ patient_id, ward, postcode });
const valuesOf = (name: string) => {
  const visits = [visit('p', 'A', 1n), visit('p', 'B', 2n), visit('q', 'C', 3n), visit('r', null, 3n)];
  return rowsOf(checkedTable(tables[name]), { visits, wards }).map(({ values }) => Object.values(values));
};

describe('meaning', () => {
  test.each([
    ['where', [[2n], [3n], [3n]]],
    ['project', [[1n], [2n], [3n], [3n]]],
  ])('%s', (name, expected) =>
    expect(valuesOf(name).map(values => values.filter(value => typeof value === 'bigint'))).toEqual(expected),
  );

  test('derive', () => expect(valuesOf('derive').map(values => values.at(-1))).toEqual([2n, 4n, 6n, 6n]));

  test('a join looks up at most one row; what the policy clamps is clamped; null matches nothing', () => {
    expect(valuesOf('join matched').map(values => values.slice(-2))).toEqual([
      [1n, 'first'],
      [9n, null],
    ]);
    expect(valuesOf('join all').map(values => values.slice(-2))).toEqual([
      [1n, 'first'],
      [9n, null],
      [null, null],
      [null, null],
    ]);
  });
});

/** The units of a name such as "A1 B2": a row in ward A with postcode 1, one in ward B with postcode 2. */
const rowsNamed = (unit: string) =>
  [...unit.matchAll(/([A-C])(\d)/g)].map(([, ward, postcode]) => visit(unit, ward, BigInt(postcode)));

/** What the operator makes of each unit, as the name of another unit; units without rows are gone. */
const schemeOf =
  (table: CheckedTable): Scheme =>
  units => {
    const rows = rowsOf(table, { visits: units.flatMap(rowsNamed), wards });
    const left = [...new Set(rows.map(({ unit }) => unit))];
    const part = left.map(
      unit => `${unit} ${canonicalJson(rows.filter(row => row.unit === unit).map(row => row.values))}.`,
    );
    return [{ outcome: [part], probability: 1 }];
  };

const bags = ['x', 'xA1', 'xA2', 'xC2', 'xA1B2', 'xA1C2', 'xC1C1'];
const others = ['oA1C2', 'oB2'];
const adding = bags.filter(bag => bag !== 'x').map((bag): [Part, Part] => [others, [...others, bag]]);
const replacing = bags.slice(1).flatMap(one =>
  bags.slice(1).map((other): [Part, Part] => [
    [...others, one],
    [...others, other.replace('x', 'y')],
  ]),
);

const priceOf = (table: CheckedTable, following: Cost): Cost => {
  const derived = lineageOf({ ...check(plan(scan('visits')), policy), input: table }, () => ({ node: '' })).steps.at(
    -1,
  );
  return derived?.kind === 'map' ? map(following) : where(following);
};

describe('price: the linear program over all small neighbours, through the plan', () => {
  test.each(Object.keys(tables))('%s', name => {
    const table = checkedTable(tables[name]);
    for (const cost of costs) {
      const price = priceOf(table, cost);
      const [added, replaced] = [adding, replacing].map(family => worstPrice(schemeOf(table), family, [cost]));
      expect(added).toBeCloseTo(price.epsilon, 7);
      expect(replaced).toBeCloseTo(price.replace, 7);
    }
  });
});

describe('refusals', () => {
  const joined = tables['join matched'];
  test.each<[string, PlanTable, string]>([
    ['a condition that is none', { kind: 'where', input: scan('visits'), condition: column('age') }, 'type_mismatch'],
    [
      'a name twice',
      { kind: 'derive', input: scan('visits'), columns: [{ name: 'age', expression: number('1') }] },
      'name_taken',
    ],
    ['a column that is gone', { kind: 'where', input: tables.project, condition: column('urgent') }, 'unknown_column'],
    [
      'a protected table',
      { kind: 'join', input: scan('visits'), table: 'staff', on: 'ward', keep: 'all' },
      'join_unsupported',
    ],
    ['no table', { kind: 'join', input: scan('visits'), table: 'toString', on: 'ward', keep: 'all' }, 'unknown_table'],
    [
      'text on number',
      { kind: 'join', input: scan('visits'), table: 'wards', on: 'age', keep: 'all' },
      'type_mismatch',
    ],
    ['the same join twice', { ...(joined as Extract<PlanTable, { kind: 'join' }>), input: joined }, 'name_taken'],
    [
      'a name of one derive in the same',
      {
        kind: 'derive',
        input: scan('visits'),
        columns: [
          { name: 'u', expression: text('u') },
          { name: 'v', expression: column('u') },
        ],
      },
      'unknown_column',
    ],
  ])('%s', (_name, table, code) => expect(() => check(plan(table), policy)).toThrow(expect.objectContaining({ code })));
});

test('what is derived from columns of a unit is constant in the unit; what comes from a visit is not', () => {
  const derived: PlanTable = {
    kind: 'derive',
    input: tables['join matched'],
    columns: [
      { name: 'old', expression: compare(column('age'), 'atLeast', number('65')) },
      { name: 'both', expression: arithmetic(column('age'), 'add', column('postcode')) },
    ],
  };
  const perUnit = check(plan(derived), policy).input.schema.filter(known => known.perUnit);
  expect(perUnit.map(({ name }) => name)).toEqual(['age', 'old']);
});
