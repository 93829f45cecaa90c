import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { peoplePolicy } from '../../../test/support/people.ts';
import { column, compare, plan, scan } from '../../../test/support/plan-builders.ts';
import { loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import { rowsOf } from '../meaning.ts';
import type { PlanTable } from '../plan.ts';
import type { RawRow, RawValue } from './operator.ts';
import { scannedValue, schemaOf } from './scanned-columns.ts';

const policy = await loadPolicy(hospital);
const schema = schemaOf(policy.tables.visits.columns);
const scanned = (name: string, raw: RawValue) => scannedValue(schema.find(known => known.name === name)!.domain, raw);

describe('a raw value obeys the policy', () => {
  test.each<[string, RawValue, ReturnType<typeof scanned>]>([
    ['age', 41n, 41n],
    ['age', -1n, 0n],
    ['age', 2n ** 53n + 1n, 120n],
    ['age', 40.5, 41n],
    ['age', Number.NaN, null],
    ['age', '17', 17n],
    ['age', 'seventeen', null],
    ['age', '', null],
    ['age', null, null],
    ['cost', 12.34, 1234n],
    ['cost', 0.005, 1n],
    ['cost', -0, 0n],
    ['cost', 1.005, 100n],
    ['cost', Infinity, 1_000_000n],
    ['cost', -Infinity, 0n],
    ['cost', 1e308, 1_000_000n],
    ['cost', 7n, 700n],
    ['ward', 'A', 'A'],
    ['ward', 'a', null],
    ['ward', 'A ', null],
    ['town', '=cmd', '=cmd'],
    ['urgent', true, true],
    ['urgent', 'yes', true],
    ['urgent', ' No\t', false],
    ['urgent', 'OFF', false],
    ['urgent', 1n, true],
    ['urgent', 0n, false],
    ['urgent', 2n, null],
    ['urgent', 1, null],
    ['urgent', 'ja', null],
    ['age', ' 17\t', 17n],
    ['age', '\u00A017', null],
    ['age', '1,7', null],
    ['age', '1_7', null],
    ['age', '1 7', null],
    ['cost', 'inf', 1_000_000n],
    ['cost', ' +Infinity ', 1_000_000n],
    ['cost', '-INF', 0n],
    ['cost', 'NaN', null],
    ['cost', 'infinite', null],
    ['ward', ' A', null],
    ['town', ' Ulm ', ' Ulm '],
    ['seen', '2020-02-29', 18_321n],
    ['seen', '2021-02-29', null],
    ['seen', '1999-12-31', 18_262n],
    ['seen', ' 2020-02-29 ', 18_321n],
    ['seen', '2020-02-29T23:30:00-01:00', 18_322n],
    ['seen', '2020-02-29 23:30', 18_321n],
    ['seen', '29/02/2020', null],
    ['arrived', '2020-01-01', 1_577_836_800_000_000n],
    ['arrived', '2020-01-01 01:00:00+01', 1_577_836_800_000_000n],
    ['arrived', '2020-01-01 01:30:00+0130', 1_577_836_800_000_000n],
    ['arrived', '2020-01-01 01:00:00 +01', null],
    ['arrived', '2020-01-01T00:00:00.0000019Z', 1_577_836_800_000_001n],
    ['arrived', '2020-01-01 01:00:00.000001999+01', 1_577_836_800_000_001n],
    ['arrived', '2020-01-01T00:00:00.0000010000Z', null],
    ['arrived', '2020-01-01T00:00:00.000001Z', 1_577_836_800_000_001n],
    ['arrived', '2020-01-01 01:00:00+01:00', 1_577_836_800_000_000n],
  ])('%s: %s', (name, raw, expected) => expect(scanned(name, raw)).toBe(expected));

  test('whatever arrives, what leaves is in the domain', () => {
    const raws = fc.oneof(
      fc.double(),
      fc.bigInt(),
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.constant(null),
      fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
    );
    fc.assert(
      fc.property(fc.constantFrom(...schema), raws, ({ domain }, raw) => {
        const value = scannedValue(domain, raw);
        if (value === null || domain.type === 'boolean') return value === null || typeof value === 'boolean';
        if (domain.type === 'text') return domain.values?.includes(String(value)) ?? typeof value === 'string';
        return typeof value === 'bigint' && domain.low <= value && value <= domain.high;
      }),
      { numRuns: 2000 },
    );
  });
});

const readingAge: PlanTable = {
  kind: 'where',
  input: scan('visits'),
  condition: { kind: 'isNull', operand: column('age') },
};
const rowsRead = (input: PlanTable, visits: readonly RawRow[]) => {
  const { input: table } = check(plan(input), policy);
  return rowsOf(table.kind === 'where' ? table.input : table, { visits });
};

describe('units', () => {
  test('rows without a unit are dropped, and no two spellings are one unit', () => {
    const names = [' a', 'a', 'A', null, 1n].map(patient_id => ({ patient_id }));
    expect(rowsRead(scan('visits'), names).map(({ unit }) => unit)).toEqual([' a', 'a', 'A', '1']);
  });

  test('all rows of a unit carry its smallest value, null only where it has no other, and nobody is dropped', () => {
    const visits = [
      ['a', 30n],
      ['a', 29n],
      ['a', null],
      ['b', null],
      ['b', null],
    ].map(([patient_id, age]) => ({ patient_id, age }));
    expect(rowsRead(readingAge, visits).map(({ unit, values }) => [unit, values.age])).toEqual([
      ['a', 29n],
      ['a', 29n],
      ['a', 29n],
      ['b', null],
      ['b', null],
    ]);
    expect(rowsRead(scan('visits'), visits)).toHaveLength(5);
  });

  test('the smallest is taken after clamping: two ages above 120 are one', () => {
    const visits = [130n, 200n].map(age => ({ patient_id: 'a', age }));
    expect(rowsRead(readingAge, visits)).toHaveLength(2);
  });
});

describe('a key is the unit, with one row', () => {
  const keyed = (table: PlanTable, rows: readonly RawRow[]) => {
    const { input } = check(plan(table), peoplePolicy);
    return rowsOf(input, { keyed: rows }).map(({ unit, values }) => [unit, values]);
  };
  const reading: PlanTable = {
    kind: 'derive',
    input: scan('keyed'),
    columns: [{ name: 'both', expression: compare(column('group'), 'equal', column('group')) }],
  };
  const rows = [
    { id: 'p', group: 'B', rank: 1n },
    { id: 'p', group: 'A', rank: 2n },
    { id: null, group: 'A', rank: 1n },
    { id: 'q', group: null, rank: 3n },
  ];

  test('drawn or not, rows that share one are one unit, and rows without one are nobody', () => {
    expect(keyed(scan('keyed'), rows).map(([unit]) => unit)).toEqual(['p', 'q']);
    const everybody: PlanTable = {
      kind: 'sample',
      input: scan('keyed'),
      scheme: { kind: 'fixed-size', size: 9 },
      name: null,
    };
    const drawn = rowsOf(check(plan(everybody), peoplePolicy).input, { keyed: rows }, (_, unit) => unit);
    expect(drawn.map(({ unit }) => unit)).toEqual(['p', 'q']);
  });

  test('its row carries the smallest value of each column', () =>
    expect(keyed(reading, rows)).toEqual([
      ['p', { group: 'A', both: true }],
      ['q', { group: null, both: null }],
    ]));
});

test.each([
  ['nowhere', 'unknown_table'],
  ['__proto__', 'unknown_table'],
  ['wards', 'unknown_table'],
])('%s is refused', (table, code) => {
  expect(() => check(plan(scan(table)), policy)).toThrow(expect.objectContaining({ code }));
});
