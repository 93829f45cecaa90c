/** Units: who a row belongs to, and what all rows of a unit have in common. */
import type { Domain } from '../plan/expressions/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';
import type { TypeFamily } from './catalogue.ts';
import { type Fragment, join, name, sql } from './fragment.ts';
import { derived, type Lowering, type SqlRelation, selectList } from './relation.ts';

/** What has one spelling on every engine; numbers with fractions do not. */
const NAMING: readonly TypeFamily[] = ['whole', 'wide', 'textual', 'padded', 'digits', 'day'];

const TEXTS: readonly TypeFamily[] = ['textual', 'padded', 'digits'];

const WHOLE: readonly TypeFamily[] = ['whole', 'wide'];

/** Whether ids of two columns are equal exactly where they are spelled alike. */
export const sameIds = (one: TypeFamily, other: TypeFamily): boolean =>
  one === other || [TEXTS, WHOLE].some(alike => alike.includes(one) && alike.includes(other));

/** How a column lies in the engine. */
export const familyOf = (table: string, column: string, { catalogue }: Pick<Lowering, 'catalogue'>): TypeFamily =>
  catalogue.get(table)?.columns.get(column) ?? 'other';

/** Whether the values of a column could be unit ids. */
export const canNameUnits = (table: string, column: string, lowering: Pick<Lowering, 'catalogue'>): boolean =>
  NAMING.includes(familyOf(table, column, lowering));

/** Unit ids are taken as they are: not trimmed, not folded. */
export function unitOf(
  table: string,
  column: string,
  { catalogue, dialect }: Pick<Lowering, 'catalogue' | 'dialect'>,
): Fragment {
  const family = familyOf(table, column, { catalogue });
  if (!canNameUnits(table, column, { catalogue }))
    refuse(
      'source_mismatch',
      `Column ${column} of ${table} cannot name units: its type has no one spelling. Use whole numbers, text, dates or uuids.`,
    );
  const text = dialect.readings[family].textual;
  return TEXTS.includes(family) && text ? dialect.bytes(text(name(column))) : name(column);
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

/**
 * All rows of a unit carry its smallest values, null only where it has no other. Only units that contradict themselves are
 * listed, for they are few: everybody then meets a short list, where windows and lists of everybody cost several times more.
 */
export function constantInUnits(
  relation: SqlRelation,
  constant: readonly ConstantColumn[],
  lowering: Lowering,
): SqlRelation {
  const { from, unit, columns } = relation;
  if (constant.length === 0 || unit === undefined) return relation;
  const { fresh } = lowering;
  const owner = fresh('owner');
  const smallest = constant.map(({ name: column, type }) => ({
    name: fresh('smallest'),
    value: smallestOf(column, type),
  }));
  const contradicted = join(constant.map(isContradicted), ' OR ');
  const list = selectList([{ name: owner, value: unit }, ...smallest]);
  const owners = derived(sql`SELECT ${list} FROM ${from} GROUP BY ${unit} HAVING ${contradicted}`, lowering);
  const same = constant.map(({ name: column }, place) => ({
    name: fresh('constant'),
    value: sql`CASE WHEN ${owner} IS NULL THEN ${column} ELSE ${smallest[place].name} END`,
  }));
  const renamed = new Map(constant.map(({ name: column }, place) => [column, same[place].name]));
  return {
    unit,
    from: derived(sql`SELECT *, ${selectList(same)} FROM ${from} LEFT JOIN ${owners} ON ${unit} = ${owner}`, lowering),
    columns: new Map([...columns].map(([known, column]) => [known, renamed.get(column) ?? column])),
  };
}

/** Two values, or one and null. */
const isContradicted = ({ name, type }: ConstantColumn): Fragment =>
  sql`${smallestOf(name, type)} <> ${greatestOf(name, type)} OR count(${name}) BETWEEN 1 AND count(*) - 1`;

/** One row a unit, which carries the smallest value of each column. */
export function oneRowEach(relation: SqlRelation, columns: readonly ConstantColumn[], lowering: Lowering): SqlRelation {
  const { from, unit } = relation;
  invariant(unit !== undefined, 'rows are known by their key');
  const smallest = columns.map(({ name: column, type }) => ({
    name: lowering.fresh('smallest'),
    value: smallestOf(column, type),
  }));
  const renamed = new Map(columns.map(({ name: column }, place) => [column, smallest[place].name]));
  const list = join([unit, ...(smallest.length > 0 ? [selectList(smallest)] : [])], ', ');
  return {
    unit,
    from: derived(sql`SELECT ${list} FROM ${from} GROUP BY ${unit}`, lowering),
    columns: new Map([...relation.columns].map(([known, column]) => [known, renamed.get(column) ?? column])),
  };
}
