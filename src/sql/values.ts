/** The query for the values of a quantile: how many rows of each group have each value, at most k rows of a unit. */
import type { CheckedExpression, CheckedPlan } from '../plan/index.ts';
import { allotment } from './cells.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { groupedAndOrdered, groupRows } from './group-rows.ts';
import { derived, type Lowering } from './relation.ts';

export function values(checked: CheckedPlan, of: CheckedExpression, key: string, lowering: Lowering): Fragment {
  const rows = groupRows(checked, [of], lowering);
  const from = derived(sql`SELECT * FROM ${rows.from} WHERE ${rows.values[0]} IS NOT NULL`, lowering);
  const parts = [...rows.keys, ...rows.values];
  if (rows.unit === undefined)
    return sql`SELECT ${join([...parts, sql`count(*) AS ${lowering.fresh('rows')}`], ', ')} FROM ${from}${groupedAndOrdered(parts)}`;
  const cells = allotment(
    // a cell is a group and a value in it, so a unit may have many whatever its keys are
    { rows: from, unit: rows.unit, parts, values: [], single: false, rowsPerUnit: checked.rowsPerUnit, key },
    lowering,
  );
  const list = [...parts, sql`sum(${cells.allotted}) AS ${lowering.fresh('rows')}`];
  return sql`${cells.before}SELECT ${join(list, ', ')} FROM ${cells.from} WHERE ${cells.allotted} > 0${groupedAndOrdered(parts)}`;
}
