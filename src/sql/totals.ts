/** The query for everything that is added up: rows, units and totals of every group, bounded by unit. */
import type { CheckedPlan, Statistic } from '../plan/index.ts';
import { contributions } from './cells.ts';
import { keysAreTheConstants } from './constant-keys.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { type GroupRows, groupedAndOrdered, groupRows } from './group-rows.ts';
import type { Lowering } from './relation.ts';

type Total = Extract<Statistic, { readonly of: unknown }>;

const isTotal = (statistic: Statistic): statistic is Total => 'of' in statistic;

export function totals(
  checked: CheckedPlan,
  statistics: readonly Statistic[],
  key: string,
  lowering: Lowering,
): Fragment {
  const asked = statistics.filter(isTotal);
  const constant = keysAreTheConstants(checked);
  const rows = groupRows(
    checked,
    asked.map(({ of }) => of),
    constant ? { ...lowering, constantLater: true } : lowering,
  );
  if (rows.unit === undefined) return totalsOfRows(statistics, rows, lowering);
  const values = asked.map(({ low, high }, place) => ({ value: rows.values[place], low, high }));
  const cells = contributions(
    {
      rows: rows.from,
      unit: rows.unit,
      parts: rows.keys,
      values,
      single: checked.grouping.perUnit,
      ...(constant && { constant: checked.grouping.keys.map(({ expression }) => expression.domain.type) }),
      countsUnits: statistics.some(({ kind }) => kind === 'units'),
      rowsPerUnit: checked.rowsPerUnit,
      key,
    },
    lowering,
  );
  const [sums, counts] = [[...cells.sums], { rows: cells.rows, units: cells.units }];
  const results = statistics.map(statistic => sum(isTotal(statistic) ? sums.shift()! : counts[statistic.kind]));
  // a group in which no row counts is no group: it would tell of rows beyond the bound
  const having = rows.keys.length > 0 ? sql` HAVING sum(${cells.rows}) > 0` : sql``;
  return selectResults(rows.keys, results, cells.from, having, lowering);
}

/** Each row is a unit of its own, and counts whole. */
function totalsOfRows(
  statistics: readonly Statistic[],
  { from, keys, values }: GroupRows,
  lowering: Lowering,
): Fragment {
  const left = [...values];
  const results = statistics.map(statistic => (isTotal(statistic) ? sum(left.shift()!) : sql`count(*)`));
  return selectResults(keys, results, from, sql``, lowering);
}

/** Null is no value, and no value adds nothing. */
const sum = (value: Fragment): Fragment => sql`COALESCE(sum(${value}), 0)`;

function selectResults(
  keys: readonly Fragment[],
  results: readonly Fragment[],
  from: Fragment,
  having: Fragment,
  { fresh }: Lowering,
): Fragment {
  const list = [...keys, ...results.map(result => sql`${result} AS ${fresh('result')}`)];
  return sql`SELECT ${join(list, ', ')} FROM ${from}${groupedAndOrdered(keys, having)}`;
}
