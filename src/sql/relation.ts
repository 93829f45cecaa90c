/** A table under construction: where its rows come from, and how its columns are called there. */
import type { CheckedExpression } from '../plan/expressions/index.ts';
import { invariant } from '../vocabulary/index.ts';
import type { Catalogue } from './catalogue.ts';
import type { Dialect } from './dialects/dialect.ts';
import { lowerExpression } from './expression.ts';
import { type Fragment, join, name, sql, word } from './fragment.ts';

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
  // a question may want thousands of one base
  const next = new Map<string, number>();
  return base => {
    let [candidate, count] = [base, next.get(base) ?? 2];
    for (; taken.has(candidate.toLowerCase()); count++) candidate = `${base}_${count}`;
    next.set(base, count);
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
  const pieces = piecesOver(relation.from, lowering);
  const column = (wanted: string): Fragment => {
    const found = relation.columns.get(wanted);
    invariant(found !== undefined, 'a checked plan reads columns that it has');
    return found;
  };
  const scope = { dialect: lowering.dialect, column, once: pieces.once };
  const values = expressions.map(expression => lowerExpression(expression, scope));
  return { relation: { ...relation, from: pieces.from() }, values };
}

/**
 * Columns computed one after the other, each once. Those that do not use each other stand in one SELECT, for engines read only
 * so many within each other; and each is kept apart, for an engine that put a piece in all its places would write it out as
 * often as the pieces that use it are used.
 */
function piecesOver(start: Fragment, lowering: Lowering) {
  let from = start;
  let open: Named[] = [];
  const known = new Map<string, Fragment>();
  const close = (): void => {
    if (open.length === 0) return;
    const apart = word(lowering.dialect.wording?.apart ?? '');
    from = derived(sql`SELECT *, ${selectList(open)} FROM ${from}${apart}`, lowering);
    open = [];
  };
  return {
    once: (value: Fragment): Fragment => {
      const written = JSON.stringify(value.parts, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));
      const same = known.get(written);
      if (same !== undefined) return same;
      const text = value.parts.filter(part => typeof part === 'string').join(' ');
      if (open.some(({ name: alias }) => text.includes(String(alias.parts[0])))) close();
      const alias = lowering.fresh('part');
      open.push({ name: alias, value });
      known.set(written, alias);
      return alias;
    },
    from: (): Fragment => {
      close();
      return from;
    },
  };
}
