/** The query for the values of a quantile: how many rows of each group have each value, at most k rows of a unit. */
import type { CheckedExpression, CheckedPlan } from '../plan/index.ts';
import { contributions } from './cells.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { groupedAndOrdered, groupRows } from './group-rows.ts';
import { derived, type Lowering } from './relation.ts';

export function values(checked: CheckedPlan, of: CheckedExpression, key: string, lowering: Lowering): Fragment {
  const rows = groupRows(checked, [of], lowering);
  const from = derived(sql`SELECT * FROM ${rows.from} WHERE ${rows.values[0]} IS NOT NULL`, lowering);
  const parts = [...rows.keys, ...rows.values];
  const counted = (number: Fragment): Fragment => join([...parts, sql`${number} AS ${lowering.fresh('rows')}`], ', ');
  if (rows.unit === undefined) return sql`SELECT ${counted(sql`count(*)`)} FROM ${from}${groupedAndOrdered(parts)}`;
  // a cell is a group and a value in it, so a unit may have many whatever its keys are
  const cells = contributions(
    {
      rows: from,
      unit: rows.unit,
      parts,
      values: [],
      multiplied: false,
      single: false,
      countsUnits: false,
      rowsPerUnit: checked.rowsPerUnit,
      key,
    },
    lowering,
  );
  const having = sql` HAVING sum(${cells.rows}) > 0`;
  return sql`SELECT ${counted(sql`sum(${cells.rows})`)} FROM ${cells.from}${groupedAndOrdered(parts, having)}`;
}
