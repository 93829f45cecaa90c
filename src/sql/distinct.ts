/** The query for different values: at most k of a unit, chosen among its own by the question's key, then counted in their groups. */
import type { CheckedExpression } from '../plan/expressions/index.ts';
import type { CheckedPlan } from '../plan/index.ts';
import { canonicalText } from './canonical-text.ts';
import { type Fragment, join, parameter, secret, sql } from './fragment.ts';
import { groupedAndOrdered, groupRows } from './group-rows.ts';
import { derived, type Lowering } from './relation.ts';

export function distinct(checked: CheckedPlan, of: CheckedExpression, key: string, lowering: Lowering): Fragment {
  const { fresh, dialect } = lowering;
  const rows = groupRows(checked, [of], lowering);
  const [value] = rows.values;
  const there = derived(sql`SELECT * FROM ${rows.from} WHERE ${value} IS NOT NULL`, lowering);
  const counted = join([...rows.keys, sql`count(DISTINCT ${value}) AS ${fresh('different')}`], ', ');
  const inGroups = (from: Fragment): Fragment => sql`SELECT ${counted} FROM ${from}${groupedAndOrdered(rows.keys)}`;
  if (rows.unit === undefined || checked.rowsAreUnits) return inGroups(there);
  const parts = [rows.unit, ...rows.keys, value];
  const own = derived(sql`SELECT DISTINCT ${join(parts, ', ')} FROM ${there}`, lowering);
  const [number, place] = ['unit_values', 'value_place'].map(fresh);
  const most = parameter('integer', checked.rowsPerUnit);
  const numbered = derived(sql`SELECT *, count(*) OVER (PARTITION BY ${rows.unit}) AS ${number} FROM ${own}`, lowering);
  // whoever has no more than count needs no order
  const order = sql`CASE WHEN ${number} > ${most} THEN ${dialect.digest(canonicalText(secret(key), parts, dialect))} END`;
  const placed = derived(
    sql`SELECT *, row_number() OVER (PARTITION BY ${rows.unit} ORDER BY ${order}) AS ${place} FROM ${numbered}`,
    lowering,
  );
  return inGroups(derived(sql`SELECT * FROM ${placed} WHERE ${place} <= ${most}`, lowering));
}
