/** What the names in a SELECT stand for: the columns that FROM shows, by themselves or behind a table's name. */
import type { Node } from 'libpg-query';
import type { PlanTable } from '../../plan/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { columnOf, type Scope } from '../scope.ts';
import type { Typed } from '../typed.ts';
import type { SqlContext } from './node.ts';
import { bodyOf, namesIn } from './node.ts';
import { placed } from './place.ts';

/** A derived table, and the names by which SQL speaks of it. */
export interface From {
  readonly input: PlanTable;
  readonly columns: Scope;
  /** For each table's name or alias: its columns, and what they are called in `columns`. */
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The unit's column, where it can still be named, and the table that has it. */
  readonly unit: UnitName | undefined;
}

export interface UnitName {
  readonly table: string;
  readonly column: string;
  /** What the tables that were joined on it call it. */
  readonly same?: readonly UnitName[];
}

export const columnAt = (from: From, text: string, path: readonly string[], node: Node): Typed =>
  placed(text, node, () => columnOf(from.columns, nameOf(from, path)));

function nameOf({ tables }: From, path: readonly string[]): string {
  if (path.length === 1) return path[0];
  const before = path.slice(0, -1).join('.');
  const table =
    tables.get(before) ??
    refuse(
      'unknown_table',
      `There is no table ${JSON.stringify(before)} here. There is ${[...tables.keys()].join(', ')}.`,
    );
  return table.get(path.at(-1)!) ?? path.join('.');
}

/** How conditions and arguments over single rows are read. */
export const rowReading = (from: From, text: string): SqlContext => ({
  text,
  column: (path, node) => columnAt(from, text, path, node),
});

export const isUnit = (from: From, node: Node): boolean => unitNamed(from, node) !== undefined;

/** What a node calls the unit; undefined where it is something else. */
export function unitNamed({ unit }: From, node: Node): string | undefined {
  const path = namesIn(bodyOf(node, 'ColumnRef')?.fields) ?? [];
  const isNamed = unitNames(unit).some(
    name => path.at(-1) === name.column && (path.length === 1 || (path.length === 2 && path[0] === name.table)),
  );
  return isNamed ? path.at(-1) : undefined;
}

export const unitNames = (unit: UnitName | undefined): readonly UnitName[] =>
  unit === undefined ? [] : [unit, ...(unit.same ?? [])];

/** By these of its names, behind the name of a subquery. */
export function unitUnder(
  alias: string,
  unit: UnitName | undefined,
  columns?: readonly string[],
): UnitName | undefined {
  const called = columns ?? unitNames(unit).map(({ column }) => column);
  const [first, ...same] = [...new Set(called)].map(column => ({ table: alias, column }));
  return first && { ...first, same };
}
