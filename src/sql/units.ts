/** Units: who a row belongs to, and that what is constant in a unit really is. */
import type { Domain } from '../plan/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Family } from './catalogue.ts';
import { type Fragment, join, name, sql } from './fragment.ts';
import { derived, type Lowering, type Relation, selectList } from './relation.ts';

/** What has one spelling on every engine; numbers with fractions do not. */
const NAMING: readonly Family[] = ['whole', 'wide', 'textual', 'digits', 'day'];

/** Unit ids are taken as they are: not trimmed, not folded. */
export function unitOf(
  table: string,
  column: string,
  { catalogue, dialect }: Pick<Lowering, 'catalogue' | 'dialect'>,
): Fragment {
  const family = catalogue.get(table)?.columns.get(column) ?? 'other';
  if (!NAMING.includes(family))
    refuse(
      'source_mismatch',
      `Column ${column} of ${table} cannot name units: its type has no one spelling. Use whole numbers, text, dates or uuids.`,
    );
  const text = dialect.readings[family].textual;
  return (family === 'textual' || family === 'digits') && text ? dialect.bytes(text(name(column))) : name(column);
}

export interface ConstantColumn {
  readonly name: Fragment;
  readonly type: Domain['type'];
}

/** Truth values have no minimum on every engine, but false is the smaller one. Null is left out. */
export const smallestOf = (column: Fragment, type: Domain['type']): Fragment =>
  type === 'boolean' ? sql`bool_and(${column})` : sql`min(${column})`;

const greatestOf = (column: Fragment, type: Domain['type']): Fragment =>
  type === 'boolean' ? sql`bool_or(${column})` : sql`max(${column})`;

/** Drops rows that differ from the smallest value of their unit; null is the largest. */
export function constantInUnits(relation: Relation, columns: readonly ConstantColumn[], lowering: Lowering): Relation {
  const { from, unit } = relation;
  if (columns.length === 0 || unit === undefined) return relation;
  const contradicted = join(columns.map(isContradicted), ' OR ');
  return { ...relation, from: smallestIn({ from, unit, columns, contradicted }, lowering) };
}

export interface Contradictable {
  /** What stands after FROM: rows, or cells of units. */
  readonly from: Fragment;
  readonly unit: Fragment;
  readonly columns: readonly ConstantColumn[];
  /** Whether a unit has more than one value: a condition on the group of its rows. */
  readonly contradicted: Fragment;
}

/**
 * What has the smallest values of its unit. Only units that contradict themselves are listed, for they are few: everybody
 * then meets a short list, where windows and lists of everybody cost several times more.
 */
export function smallestIn({ from, unit, columns, contradicted }: Contradictable, lowering: Lowering): Fragment {
  const owner = lowering.fresh('owner');
  const smallest = columns.map(({ name: column, type }) => ({
    name: lowering.fresh('smallest'),
    value: smallestOf(column, type),
  }));
  const list = selectList([{ name: owner, value: unit }, ...smallest]);
  const owners = derived(sql`SELECT ${list} FROM ${from} GROUP BY ${unit} HAVING ${contradicted}`, lowering);
  const same = join(
    columns.map((column, place) => sql`${column.name} IS NOT DISTINCT FROM ${smallest[place].name}`),
    ' AND ',
  );
  return derived(
    sql`SELECT * FROM ${from} LEFT JOIN ${owners} ON ${unit} = ${owner} WHERE ${owner} IS NULL OR (${same})`,
    lowering,
  );
}

/** Two values, or one and null. */
const isContradicted = ({ name, type }: ConstantColumn): Fragment =>
  sql`${smallestOf(name, type)} <> ${greatestOf(name, type)} OR count(${name}) BETWEEN 1 AND count(*) - 1`;
