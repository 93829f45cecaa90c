/** The query for values and how many rows have each: those of a group weigh at most k a unit, over all its groups. */
import type { CheckedPlan, EngineStatistic } from '../plan/index.ts';
import { contributions } from './cells.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { groupedAndOrdered, groupRows } from './group-rows.ts';
import { derived, type Lowering } from './relation.ts';

type Values = Extract<EngineStatistic, { readonly of: unknown }>;

export function values(checked: CheckedPlan, { of, resolution }: Values, key: string, lowering: Lowering): Fragment {
  const rows = groupRows(checked, [of], lowering);
  const from = derived(sql`SELECT * FROM ${rows.from} WHERE ${rows.values[0]} IS NOT NULL`, lowering);
  const parts = [...rows.keys, ...rows.values];
  const counted = (number: Fragment): Fragment => join([...parts, sql`${number} AS ${lowering.fresh('rows')}`], ', ');
  if (rows.unit === undefined || checked.rowsAreUnits)
    return sql`SELECT ${counted(sql`count(*)`)} FROM ${from}${groupedAndOrdered(parts)}`;
  // a cell is a group and a value in it, so a unit may have many whatever its keys are
  const cells = contributions(
    {
      rows: from,
      unit: rows.unit,
      parts,
      groupParts: rows.keys.length,
      measures: [{ kind: 'rows', resolution }],
      multiplied: false,
      single: false,
      rowsPerUnit: checked.rowsPerUnit,
      rowsPerGroup: checked.rowsPerGroup,
      groupsPerUnit: checked.grouping.groupsPerUnit,
      key,
    },
    lowering,
  );
  return sql`SELECT ${counted(lowering.dialect.sum(cells.added[0]))} FROM ${cells.from}${groupedAndOrdered(parts)}`;
}
