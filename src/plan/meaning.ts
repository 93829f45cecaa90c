/** What a checked plan asks of rows in memory: the reference that every engine is compared with. */

import { invariant } from '../vocabulary/index.ts';
import type { CheckedPlan, CheckedTable, GroupResult } from './checked-plan.ts';
import type { CheckedExpression } from './expressions/checked-expression.ts';
import type { RowValues } from './expressions/evaluate.ts';
import { canonicalList, type Value, type ValueCount } from './expressions/value.ts';
import { contributions, distinctValues } from './operators/contribution.ts';
import { drawHash } from './operators/membership.ts';
import type { Meaning, Operator, RawData, UnitRow } from './operators/operator.ts';
import { operators } from './operators/operators.ts';

/**
 * The exact statistics of every group that there is; without keys there is always one group.
 * `key` is the question's own secret: 64 hex digits that order the private groups of a unit with too many; `drawKeys` are
 * those of the random draws, by their place.
 */
export const meaning = (
  checked: CheckedPlan,
  data: RawData,
  key: string,
  drawKeys: readonly string[] = [],
): GroupResult[] =>
  resultsOf(
    checked,
    rowsOf(checked.input, data, (place, unit) => drawHash(drawKeys[place], unit)),
    key,
  );

/** The statistics of the rows that a plan's table is left with. */
export function resultsOf(checked: CheckedPlan, rows: readonly UnitRow[], key: string): GroupResult[] {
  const { grouping, statistics } = checked;
  const groups = new Map<string, GroupResult>();
  const nothing = statistics.map(({ kind }) => (kind === 'values' ? [] : 0n));
  if (grouping.kind === 'none') groups.set('', { key: [], results: nothing });
  for (const [unit, values] of byUnit(rows))
    for (const { key: group, results } of contributions(unit, values, { ...checked, key })) {
      const name = canonicalList(group);
      const before = groups.get(name)?.results ?? nothing;
      groups.set(name, { key: group, results: before.map((result, i) => together(result, results[i])) });
    }
  for (const [place, statistic] of statistics.entries())
    if (statistic.kind === 'distinct') countDistinct(groups, place, statistic.of, { ...checked, key }, rows);
  return [...groups.values()].filter(({ results }) => isThere(results, checked));
}

/** Different values of all units together: no sum of what each of them adds. */
function countDistinct(
  groups: Map<string, GroupResult>,
  place: number,
  of: CheckedExpression,
  bound: Parameters<typeof distinctValues>[3],
  rows: readonly UnitRow[],
): void {
  const found = new Map<string, Set<Value>>();
  for (const [unit, values] of byUnit(rows))
    for (const { key, value } of distinctValues(unit, values, of, bound)) {
      const name = canonicalList(key);
      found.set(name, (found.get(name) ?? new Set()).add(value));
    }
  for (const [name, { key, results }] of groups)
    groups.set(name, { key, results: results.with(place, BigInt(found.get(name)?.size ?? 0)) });
}

/** Where keys are private, a group in which no unit counts is none: it would tell of people beyond their bound. */
const isThere = (results: GroupResult['results'], { mechanisms }: CheckedPlan): boolean =>
  mechanisms.every(({ kind, statistic }) => kind !== 'selection' || results[statistic] !== 0n);

/** The rows of a table, after all its operators. */
export const rowsOf = (table: CheckedTable, data: RawData, hashOf: Meaning['hashOf'] = unhashed): readonly UnitRow[] =>
  rowsIn(data, hashOf)(table);

/** Of one data set: a draw looks at the tables below it more than once, and each is worked out once. */
export function rowsIn(data: RawData, hashOf: Meaning['hashOf']): Meaning['rowsOf'] {
  const known = new WeakMap<CheckedTable, readonly UnitRow[]>();
  const context: Meaning = {
    data,
    hashOf,
    rowsOf: table => {
      const rows =
        known.get(table) ?? (operators[table.kind] as Operator<CheckedTable['kind']>).meaning(table, context);
      known.set(table, rows);
      return rows;
    },
  };
  return context.rowsOf;
}

function unhashed(): never {
  invariant(false, 'who is drawn by chance is decided by a key');
}

function byUnit(rows: readonly UnitRow[]): Map<string, RowValues[]> {
  const units = new Map<string, RowValues[]>();
  for (const { unit, values } of rows) {
    if (!units.has(unit)) units.set(unit, []);
    units.get(unit)!.push(values);
  }
  return units;
}

type Result = bigint | readonly ValueCount[];

function together(one: Result, other: Result): Result {
  if (typeof one === 'bigint' || typeof other === 'bigint') return (one as bigint) + (other as bigint);
  const rows = new Map<bigint, bigint>();
  for (const tally of [...one, ...other]) rows.set(tally.value, (rows.get(tally.value) ?? 0n) + tally.rows);
  return [...rows].map(([value, count]) => ({ value, rows: count })).sort((a, b) => (a.value < b.value ? -1 : 1));
}
