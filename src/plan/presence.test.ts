/**
 * Who is in a table is what its lineage says: no step drops, adds or splits a unit unless the accountant is told, and nobody's
 * presence depends on what a later question mentions. Shown on random plans over data that contradict themselves.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hospital, tables } from '../../test/engines/hospital.ts';
import { randomPlan } from '../../test/engines/random-plan.ts';
import { loadPolicy } from '../source/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import { check } from './check.ts';
import type { CheckedPlan, CheckedTable } from './checked-plan.ts';
import { lineageOf, tablesOf } from './lineage.ts';
import { rowsIn as rowsInData, rowsOf } from './meaning.ts';
import { drawHash } from './operators/membership.ts';
import type { RawData, UnitRow } from './operators/operator.ts';
import type { Plan } from './plan.ts';

const policy = await loadPolicy({
  source: { engine: 'duckdb', path: 'hospital.duckdb' },
  tables,
  budget: { epsilon: 1 },
  ledger: 'sqlite:none.ledger',
});

const KEYS = Array.from('abcdef', digit => digit.repeat(64));
const hashOf = (place: number, unit: string): string => drawHash(KEYS[place], unit);

function checkedBy(plan: Plan): CheckedPlan[] {
  try {
    return [check(plan, policy)];
  } catch (thrown) {
    if (thrown instanceof Refusal) return [];
    throw thrown;
  }
}

const plans = fc.sample(randomPlan, { numRuns: 500, seed: 14 }).flatMap(checkedBy);
/** A grouping by every column that there is. */
const mentioning = ({ input }: CheckedPlan): Plan['grouping'] => ({
  kind: 'private',
  keys: input.schema.map(({ name }) => ({ name: `by ${name}`, expression: { kind: 'column', name } })),
});

/** The same plans with every column in the question. */
const mentioned = plans.map(checked => check({ ...checked.plan, grouping: mentioning(checked) }, policy));
const data: readonly RawData[] = fc.sample(hospital, { numRuns: 4, seed: 14 });

const unitsOf = (rows: readonly UnitRow[]): string[] => [...new Set(rows.map(({ unit }) => unit))].sort();

/** The tables that are protected, with the rows of one unit alone. */
const onlyOf = ({ tables: read, unit: named }: CheckedPlan, unit: string, rows: RawData): RawData => ({
  ...rows,
  ...Object.fromEntries(
    read.map(table => [table, rows[table].filter((row, place) => String(named ? row[named] : place) === unit)]),
  ),
});

const stepsOf = (checked: CheckedPlan) => {
  const { steps } = lineageOf(checked, ({ place }) => ({ node: `node ${place}` }));
  return tablesOf(checked.input).map((table, i) => ({ table, step: steps[i] }));
};

test('the plans have every operator, and tables of every kind', () => {
  const kinds = new Set(plans.flatMap(checked => tablesOf(checked.input).map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual([
    'derive',
    'join',
    'part',
    'perUnit',
    'project',
    'sample',
    'scan',
    'unitJoin',
    'where',
  ]);
  expect(new Set(plans.map(({ table }) => table))).toEqual(new Set(['visits', 'people', 'cards']));
});

describe.each(data.map((rows, number) => ({ rows, number })))('data $number', ({ rows }) => {
  const rowsIn = rowsInData(rows, hashOf);
  const unitsIn = (table: CheckedTable): string[] => unitsOf(rowsIn(table));

  test('a base has everybody who has an id, and a map keeps everybody', () => {
    for (const checked of plans)
      for (const { table, step } of stepsOf(checked)) {
        if (step.kind !== 'map' && table.kind !== 'scan') continue;
        const ids = rows[checked.table].map((row, place) => (checked.unit ? row[checked.unit] : place));
        const before =
          table.kind === 'scan'
            ? [...new Set(ids.filter(id => id !== null).map(String))].sort()
            : unitsIn((table as { input: CheckedTable }).input);
        expect(unitsIn(table), `${table.kind} is a ${step.kind}`).toEqual(before);
      }
  });

  test('steps that are no draws treat a unit by its own rows alone', () => {
    for (const checked of plans) {
      const perUnit = stepsOf(checked).findLast(
        ({ table }, i, all) =>
          all.slice(0, i + 1).every(each => each.step.kind === 'map' || each.step.kind === 'where') &&
          table !== undefined,
      );
      if (perUnit === undefined || checked.unit === undefined) continue;
      const together = rowsIn(perUnit.table);
      for (const unit of new Set(together.map(row => row.unit)))
        expect(together.filter(row => row.unit === unit)).toEqual(
          rowsOf(perUnit.table, onlyOf(checked, unit, rows), hashOf),
        );
    }
  });

  test('a draw keeps whole units, and a part by a key the rows with its value', () => {
    for (const checked of plans)
      for (const { table } of stepsOf(checked)) {
        if (table.kind !== 'sample' && table.kind !== 'part') continue;
        const [before, after] = [rowsIn(table.input), rowsIn(table)];
        const { membership } = table;
        const members = new Set(after.map(({ unit }) => unit));
        const kept = before.filter(({ unit, values }) =>
          membership.kind === 'key' ? values[membership.by] === membership.value : members.has(unit),
        );
        expect(after).toEqual(kept);
        const by = membership.kind === 'key' ? table.schema.find(({ name }) => name === membership.by) : undefined;
        // where the key is constant in a unit, nobody is in two parts
        if (by?.perUnit) expect(before.filter(({ unit }) => members.has(unit))).toEqual(after);
      }
  });

  test('who is in a table does not depend on what else a question mentions', () => {
    for (const [place, checked] of plans.entries()) {
      const everything = tablesOf(mentioned[place].input);
      for (const [i, table] of tablesOf(checked.input).entries())
        expect(unitsIn(everything[i])).toEqual(unitsIn(table));
      for (const table of tablesOf(checked.input))
        if (table.kind === 'sample' || table.kind === 'part')
          expect(unitsIn(table.population)).toEqual(unitsIn(table.input));
    }
  });
});
