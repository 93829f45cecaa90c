import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { arithmetic, by, column, count, number, plan, scan } from '../../test/support/plan-builders.ts';
import { loadPolicy } from '../source/index.ts';
import { check } from './check.ts';
import { meaning } from './meaning.ts';
import type { RawRow, RawValue } from './operators/operator.ts';
import type { Aggregate, Grouping } from './plan.ts';

const policy = await loadPolicy(hospital);
const key = '5a'.repeat(32);
/** In whole ones, whatever the resolution. */
function answer(visits: readonly RawRow[], aggregates: readonly Aggregate[], grouping?: Grouping) {
  const checked = check(plan(scan('visits'), aggregates, grouping), policy);
  const whole = (amount: bigint, place: number): number =>
    Number(amount) / Number(checked.statistics[place].resolution);
  return meaning(checked, { visits }, key).map(({ key, results }) => ({
    key,
    results: results.map((result, place) =>
      typeof result === 'bigint'
        ? whole(result, place)
        : result.map(({ value, rows }) => ({ value, rows: whole(rows, place) })),
    ),
  }));
}

const visit = (patient_id: string | null, ward: string, cost: number): RawRow => ({ patient_id, ward, cost });
const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };
const units: Aggregate = { kind: 'units', name: 'units' };

describe('one unit counts with ten rows at most', () => {
  const regular = Array.from({ length: 50 }, () => visit('often', 'A', 1));

  test('fifty visits are ten, and their sum at most ten of the largest', () => {
    expect(answer(regular, [count, units, sum])).toEqual([{ key: [], results: [10, 1, 5000] }]);
    const dear = regular.map(row => ({ ...row, cost: 1e9 }));
    expect(answer(dear, [count, sum])).toEqual([{ key: [], results: [10, 10_000_000] }]);
  });

  test('a patient in two wards has ten rows over both, in the proportions of all of them', () => {
    const both = [...regular, ...regular.slice(0, 30), ...regular.slice(0, 20).map(row => ({ ...row, ward: 'B' }))];
    expect(answer(both, [count, units, sum], by('ward'))).toEqual([
      { key: ['A'], results: [8, 1, 8000] },
      { key: ['B'], results: [2, 1, 2000] },
    ]);
  });

  test('a mean weighs all rows of a patient, so that its numerator and denominator are of the same', () => {
    const mixed = [...regular, ...regular.slice(0, 30).map(row => ({ ...row, cost: 21 }))];
    const nulls = regular.map(row => ({ ...row, cost: null }));
    const mean: Aggregate = { kind: 'mean', name: 'mean', of: column('cost') };
    const [{ results }] = answer([...mixed, ...nulls], [mean]);
    // how far from 0 and from 10,000, in cents: ten rows' worth in all
    const [below, above] = results as readonly number[];
    expect(below + above).toBeCloseTo(10 * 1_000_000, 4);
    expect((below / (below + above)) * 10_000).toBeCloseTo((50 * 1 + 30 * 21) / 80, 9);
  });

  test('within ten rows nothing is clamped', () => {
    const few = [visit('p', 'A', 3), visit('p', 'B', 4), visit('p', 'B', 5)];
    expect(answer(few, [count, sum], by('ward'))).toEqual([
      { key: ['A'], results: [1, 300] },
      { key: ['B'], results: [2, 900] },
    ]);
  });

  test('a quantile weighs the values of a unit like ten', () => {
    const values: Aggregate = { kind: 'quantile', name: 'q', of: column('cost'), rank: '0.5' };
    const [{ results }] = answer(
      [...regular, ...regular.map(row => ({ ...row, cost: 2 })), visit('once', 'A', 7)],
      [values],
    );
    expect(results[0]).toEqual([
      { value: 100n, rows: 5 },
      { value: 200n, rows: 5 },
      { value: 700n, rows: 1 },
    ]);
  });

  test('in public groups nothing is chosen: rows of crowded units are weighed, whatever the key', () => {
    const crowded = Array.from({ length: 57 }, (_, i) => visit(`p${i % 3}`, ['A', 'B'][i % 2], 1 + (i % 5)));
    const asked: readonly Aggregate[] = [
      count,
      units,
      { kind: 'sum', name: 'sum', of: column('cost') },
      { kind: 'mean', name: 'mean', of: column('cost') },
      { kind: 'variance', name: 'variance', of: column('cost') },
      { kind: 'quantile', name: 'median', of: column('cost'), rank: '0.5' },
    ];
    const [one, other] = ['0a'.repeat(32), 'f3'.repeat(32)].map(secret =>
      meaning(check(plan(scan('visits'), asked, by('ward')), policy), { visits: crowded }, secret),
    );
    expect(one).toEqual(other);
  });

  test('of units in more groups than count, and of rows beyond those that count, whole ones are chosen by the key', () => {
    const towns = Array.from({ length: 40 }, (_, i) => ({ patient_id: `p${i % 2}`, town: `town ${i >> 1}`, cost: 1 }));
    const byTown: Grouping = { kind: 'private', keys: [{ name: 'town', expression: column('town') }] };
    const groups = answer(towns, [units], byTown);
    const shown = groups.map(({ results }) => results[0] as number);
    expect(shown.reduce((all, number) => all + number, 0)).toBe(20);
    expect(shown.every(number => number >= 1)).toBe(true);
    const rows = answer([...towns, ...towns, visit('once', 'A', 7)], [count], byTown);
    expect(rows.every(({ results }) => Number.isInteger(results[0]) && (results[0] as number) >= 1)).toBe(true);
    expect(rows.reduce((all, { results }) => all + (results[0] as number), 0)).toBe(21);
  });
});

test('no rows, null ids and empty groups', () => {
  expect(answer([], [count, sum])).toEqual([{ key: [], results: [0, 0] }]);
  expect(answer([visit(null, 'A', 1)], [count], by('ward'))).toEqual([]);
  expect(answer([visit('p', 'Z', 1)], [count], by('ward'))).toEqual([{ key: [null], results: [1] }]);
});

test('bins hold their lower edge, the last one both; what is outside or null is not counted', () => {
  const histogram: Aggregate = { kind: 'histogram', name: 'h', of: column('cost'), edges: ['1', '2', '4'] };
  const costs: RawValue[] = [0.99, 1, 1.99, 2, 4, 4.01, null, Number.NaN];
  const [{ results }] = answer(
    costs.map((cost, i) => ({ patient_id: `p${i}`, cost })),
    [histogram],
  );
  expect(results[0]).toEqual([
    { value: 0n, rows: 2 },
    { value: 1n, rows: 2 },
  ]);
});

const awkward = {
  text: fc.oneof(
    fc.constantFrom('A', 'B', 'a', '', '\u0000', "'; drop", '\u{1F642}', 'İ'),
    fc.string({ unit: 'grapheme' }),
    fc.constant(null),
  ),
  cost: fc.oneof(
    fc.double(),
    fc.constantFrom<RawValue>(0, -0, 10_000, 10_000.005, Infinity, -Infinity, Number.NaN, null, 2n ** 53n + 1n),
  ),
  age: fc.oneof(fc.bigInt(-5n, 125n), fc.constantFrom<RawValue>(2n ** 53n + 1n, -(2n ** 63n), null, Number.NaN, '12')),
  seen: fc.constantFrom<RawValue>('2019-12-31', '2024-02-29', '2026-12-31', '9999-12-31', 'yesterday', null),
};
const rows = fc.array(
  fc.record({
    patient_id: fc.constantFrom('p', 'q', 'r', null),
    ward: awkward.text,
    town: awkward.text,
    cost: awkward.cost,
    age: awkward.age,
    seen: awkward.seen,
  }),
  { maxLength: 40 },
);

/** Everything at once, over values that no policy wants to see. */
const everything: readonly Aggregate[] = [
  count,
  units,
  sum,
  {
    kind: 'covariance',
    name: 'c',
    of: arithmetic(column('cost'), 'divide', column('age')),
    with: { kind: 'length', operand: column('ward') },
  },
  { kind: 'quantile', name: 'q', of: column('seen'), rank: '1' },
  { kind: 'histogram', name: 'h', of: arithmetic(column('age'), 'multiply', number('0.1')), edges: ['0', '5', '12'] },
];
const bySomething: Grouping = {
  kind: 'private',
  keys: [
    { name: 'town', expression: { kind: 'lower', operand: column('town') } },
    { name: 'year', expression: { kind: 'datePart', part: 'year', operand: column('seen') } },
  ],
};

test('whatever the rows hold and in whatever order they come, the answer is one', () => {
  const checked = check(plan(scan('visits'), everything, bySomething), policy);
  const ordered = (visits: readonly RawRow[]) =>
    meaning(checked, { visits }, key)
      .map(group => [JSON.stringify(group, (_, data) => (typeof data === 'bigint' ? `${data}` : data))])
      .toSorted();
  fc.assert(
    fc.property(rows, visits => {
      expect(ordered(visits.toReversed())).toEqual(ordered(visits));
    }),
    { numRuns: 200 },
  );
});

test('units add up: an answer is the sum of the answers of its units', () => {
  const checked = check(plan(scan('visits'), everything, { kind: 'none' }), policy);
  const totals = (visits: readonly RawRow[]) =>
    meaning(checked, { visits }, key)[0].results.map(result =>
      typeof result === 'bigint' ? result : result.reduce((all, tally) => all + tally.rows, 0n),
    );
  fc.assert(
    fc.property(rows, visits => {
      const each = ['p', 'q', 'r'].map(id => totals(visits.filter(({ patient_id }) => patient_id === id)));
      expect(totals(visits)).toEqual(each[0].map((first, i) => first + each[1][i] + each[2][i]));
    }),
    { numRuns: 200 },
  );
});
