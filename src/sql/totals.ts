/** The query for everything that is added up: rows, units and totals of every group, bounded by unit. */
import type { CheckedPlan, Statistic } from '../plan/index.ts';
import { type Allotment, allotment } from './cells.ts';
import { type Fragment, join, parameter, sql } from './fragment.ts';
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
  const rows = groupRows(
    checked,
    asked.map(({ of }) => of),
    lowering,
  );
  return rows.unit === undefined
    ? totalsOfRows(statistics, rows, lowering)
    : totalsOfUnits(checked, statistics, { ...rows, unit: rows.unit }, key, lowering);
}

/** Each row is a unit of its own, and counts whole. */
function totalsOfRows(
  statistics: readonly Statistic[],
  { from, keys, values }: GroupRows,
  { fresh }: Lowering,
): Fragment {
  const left = [...values];
  const results = statistics.map(statistic =>
    isTotal(statistic) ? sql`COALESCE(sum(${left.shift() ?? sql``}), 0)` : sql`count(*)`,
  );
  return selectResults(keys, results, from, fresh);
}

function totalsOfUnits(
  { grouping, rowsPerUnit }: CheckedPlan,
  statistics: readonly Statistic[],
  { from, unit, keys, values }: GroupRows & { readonly unit: Fragment },
  key: string,
  lowering: Lowering,
): Fragment {
  const cells = allotment(
    { rows: from, unit, parts: keys, values, single: grouping.perUnit, rowsPerUnit, key },
    lowering,
  );
  const left = [...cells.sums];
  const results = statistics.map(statistic => {
    if (isTotal(statistic)) return sql`COALESCE(sum(${boundedSum(statistic, left.shift() ?? sql``, cells)}), 0)`;
    if (statistic.kind === 'rows') return sql`COALESCE(sum(${cells.allotted}), 0)`;
    return sql`COALESCE(sum(CASE WHEN ${cells.allotted} > 0 THEN 1 ELSE 0 END), 0)`;
  });
  // a group in which no row counts is no group: it would tell of rows beyond the bound
  const counting = keys.length === 0 ? cells.from : sql`${cells.from} WHERE ${cells.allotted} > 0`;
  return sql`${cells.before}${selectResults(keys, results, counting, lowering.fresh)}`;
}

/** What the allotted rows could add at most: a unit whose rows all count is within it anyway. */
function boundedSum({ low, high }: Total, total: Fragment, { rows, allotted }: Allotment): Fragment {
  const worth = (bound: bigint): Fragment => sql`(${allotted} * ${parameter('wide', bound)})`;
  const [least, most] = [worth(low < 0n ? low : 0n), worth(high > 0n ? high : 0n)];
  return sql`CASE WHEN ${allotted} = ${rows} THEN ${total} WHEN ${total} < ${least} THEN ${least} WHEN ${total} > ${most} THEN ${most} ELSE ${total} END`;
}

function selectResults(
  keys: readonly Fragment[],
  results: readonly Fragment[],
  from: Fragment,
  fresh: Lowering['fresh'],
): Fragment {
  const list = [...keys, ...results.map(result => sql`${result} AS ${fresh('result')}`)];
  return sql`SELECT ${join(list, ', ')} FROM ${from}${groupedAndOrdered(keys)}`;
}
