/** The rows of a question, each with its unit, the key of its group, and the numbers that are asked of it. */
import type { CheckedExpression } from '../plan/expressions/index.ts';
import type { CheckedPlan } from '../plan/index.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { computed, derived, type Lowering, type Named, selectList } from './relation.ts';
import { lowerTable } from './tables.ts';

export interface GroupRows {
  /** What stands after FROM. */
  readonly from: Fragment;
  readonly unit: Fragment | undefined;
  readonly keys: readonly Fragment[];
  readonly values: readonly Fragment[];
}

export function groupRows(checked: CheckedPlan, asked: readonly CheckedExpression[], lowering: Lowering): GroupRows {
  const { fresh, dialect } = lowering;
  const keyExpressions = checked.grouping.keys.map(({ expression }) => expression);
  const { relation, values } = computed(lowerTable(checked.input, lowering), [...keyExpressions, ...asked], lowering);
  const keys = keyExpressions.map(({ domain }, place) => ({
    name: fresh('key'),
    value: domain.type === 'text' ? dialect.bytes(values[place]) : values[place],
  }));
  const numbers = asked.map((_, place) => ({ name: fresh('value'), value: values[keys.length + place] }));
  return {
    from: relationOf(relation.from, relation.unit, [...keys, ...numbers], lowering),
    unit: relation.unit,
    keys: keys.map(({ name }) => name),
    values: numbers.map(({ name }) => name),
  };
}

function relationOf(
  from: Fragment,
  unit: Fragment | undefined,
  columns: readonly Named[],
  lowering: Lowering,
): Fragment {
  if (columns.length === 0) return from;
  const list = unit === undefined ? selectList(columns) : join([unit, selectList(columns)], ', ');
  return derived(sql`SELECT ${list} FROM ${from}`, lowering);
}

/** GROUP BY and ORDER BY some columns, or neither where there are none. Text is ordered by its bytes, null comes last. */
export function groupedAndOrdered(columns: readonly Fragment[], having: Fragment = sql``): Fragment {
  if (columns.length === 0) return having;
  const order = columns.map(column => sql`${column} NULLS LAST`);
  return sql` GROUP BY ${join(columns, ', ')}${having} ORDER BY ${join(order, ', ')}`;
}
