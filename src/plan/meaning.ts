/** What a checked plan asks of rows in memory: the reference that every engine is compared with. */
import type { CheckedPlan, CheckedTable, GroupResult } from './checked-plan.ts';
import type { Values } from './evaluate.ts';
import { contributions } from './operators/contribution.ts';
import type { Data, Meaning, Operator, Row } from './operators/operator.ts';
import { operators } from './operators/operators.ts';
import { canonicalList, type Tally } from './value.ts';

/**
 * The exact statistics of every group that has a row; without keys there is always one group.
 * `key` is the question's own secret: 64 hex digits that order the groups of a unit with too many rows.
 */
export function meaning(checked: CheckedPlan, data: Data, key: string): GroupResult[] {
  const { grouping, statistics, rowsPerUnit } = checked;
  const groups = new Map<string, GroupResult>();
  const nothing = statistics.map(({ kind }) => (kind === 'values' ? [] : 0n));
  if (grouping.kind === 'none') groups.set('', { key: [], results: nothing });
  for (const [unit, rows] of byUnit(rowsOf(checked.input, data)))
    for (const { key: group, results } of contributions(unit, rows, { grouping, statistics, rowsPerUnit, key })) {
      const name = canonicalList(group);
      const before = groups.get(name)?.results ?? nothing;
      groups.set(name, { key: group, results: before.map((result, i) => together(result, results[i])) });
    }
  return [...groups.values()];
}

/** The rows of a table, after all its operators. */
export function rowsOf(table: CheckedTable, data: Data): readonly Row[] {
  const context: Meaning = { data, rowsOf: input => rowsOf(input, data) };
  return (operators[table.kind] as Operator<CheckedTable['kind']>).meaning(table, context);
}

function byUnit(rows: readonly Row[]): Map<string, Values[]> {
  const units = new Map<string, Values[]>();
  for (const { unit, values } of rows) {
    if (!units.has(unit)) units.set(unit, []);
    units.get(unit)!.push(values);
  }
  return units;
}

type Result = bigint | readonly Tally[];

function together(one: Result, other: Result): Result {
  if (typeof one === 'bigint' || typeof other === 'bigint') return (one as bigint) + (other as bigint);
  const rows = new Map<bigint, bigint>();
  for (const tally of [...one, ...other]) rows.set(tally.value, (rows.get(tally.value) ?? 0n) + tally.rows);
  return [...rows].map(([value, count]) => ({ value, rows: count })).sort((a, b) => (a.value < b.value ? -1 : 1));
}
