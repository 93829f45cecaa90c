/** A table under construction: where its rows come from, and how its columns are called there. */
import type { CheckedExpression } from '../plan/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { Dialect } from './dialects/dialect.ts';
import { lowerExpression } from './expression.ts';
import { type Fragment, join, name, sql } from './fragment.ts';

export interface SqlRelation {
  /** What stands after FROM. */
  readonly from: Fragment;
  /** The engine's name of each column of the plan. */
  readonly columns: ReadonlyMap<string, Fragment>;
  /** The column that names the unit, where rows are not units. */
  readonly unit: Fragment | undefined;
}

export interface Lowering {
  readonly dialect: Dialect;
  readonly catalogue: Catalogue;
  /** A name that nothing else in this query has. What a question calls its columns never reaches an engine. */
  readonly fresh: (base: string) => Fragment;
  /** The table as the engine calls it. */
  readonly table: (name: string) => Fragment;
  /** Names a query before everything that reads it. It is computed once, wherever it is read, or as the engine likes. */
  readonly define: (base: string, select: Fragment, computed: 'once' | 'wherever' | 'either') => Fragment;
  /** The members of draws that are listed already, by place. */
  readonly members: Map<number, Members>;
  /** The secret of each random draw, by its place. */
  readonly drawKeys: readonly string[];
  /** The last draw whose members are all that the engine offers; -1 where it offers everybody. */
  readonly held: number;
  /** What is constant in a unit is made so later, where there is less to look at. */
  readonly constantLater?: true;
}

/** A list of units, and the column that holds their ids. */
export interface Members {
  readonly owner: Fragment;
  readonly list: Fragment;
}

/** Engines may fold case, so names that differ in case only are one. */
export function freshNames(): (base: string) => Fragment {
  const taken = new Set<string>();
  return base => {
    let candidate = base;
    for (let count = 2; taken.has(candidate.toLowerCase()); count++) candidate = `${base}_${count}`;
    taken.add(candidate.toLowerCase());
    return name(candidate);
  };
}

export interface Named {
  readonly name: Fragment;
  readonly value: Fragment;
}

export const selectList = (columns: readonly Named[]): Fragment =>
  join(
    columns.map(({ name: alias, value }) => sql`${value} AS ${alias}`),
    ', ',
  );

/** A subquery in FROM. */
export const derived = (select: Fragment, { fresh }: Lowering): Fragment => sql`(${select}) AS ${fresh('t')}`;

/**
 * Lowers expressions over a relation. Pieces that an expression needs several times become columns of their own first:
 * the relation that comes back has them.
 */
export function computed(
  relation: SqlRelation,
  expressions: readonly CheckedExpression[],
  lowering: Lowering,
): { readonly relation: SqlRelation; readonly values: readonly Fragment[] } {
  let { from } = relation;
  const once = (piece: Fragment): Fragment => {
    const alias = lowering.fresh('part');
    from = derived(sql`SELECT *, ${piece} AS ${alias} FROM ${from}`, lowering);
    return alias;
  };
  const column = (wanted: string): Fragment => {
    const found = relation.columns.get(wanted);
    invariant(found !== undefined, 'a checked plan reads columns that it has');
    return found;
  };
  const scope = { dialect: lowering.dialect, column, once };
  const values = expressions.map(expression => lowerExpression(expression, scope));
  return { relation: { ...relation, from }, values };
}
