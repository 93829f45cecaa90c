/** The columns that a derived table shows to the next operator. */
import type { ValueType } from '../plan/expressions/index.ts';
import type { ColumnType } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { column, type Typed } from './typed.ts';

/** What a policy as written and a policy as checked both say. */
export interface KnownPolicy {
  readonly tables: { readonly [name: string]: KnownTable };
}

export interface KnownTable {
  readonly public?: boolean;
  readonly unit?: string;
  readonly key?: string;
  readonly columns: { readonly [name: string]: { readonly type: ColumnType; readonly values?: readonly string[] } };
}

/** The columns by name, with what their values are. */
export type Scope = ReadonlyMap<string, ValueType>;

export function tableOf(policy: KnownPolicy, name: string, kind: 'protected' | 'public'): KnownTable {
  const table = Object.hasOwn(policy.tables, name) ? policy.tables[name] : undefined;
  if (table === undefined)
    return refuse(
      'unknown_table',
      `The policy has no table ${JSON.stringify(name)}; it has ${Object.keys(policy.tables).join(', ')}.`,
    );
  if ((table.public === true) === (kind === 'public')) return table;
  return kind === 'public'
    ? refuse('join_unsupported', `${name} is protected. Only public tables can be joined.`)
    : refuse('unknown_table', `The table ${name} is public. Start from a protected table and join ${name} to it.`);
}

export const scopeOf = ({ columns }: KnownTable): Scope =>
  new Map(Object.entries(columns).map(([name, { type }]) => [name, type === 'category' ? 'text' : type]));

export function columnOf(scope: Scope, name: string): Typed {
  const type = scope.get(name);
  if (type !== undefined) return column(name, type);
  const alike = [...scope.keys()].find(other => other.toLowerCase() === name.toLowerCase());
  const hint = alike === undefined ? `There are ${[...scope.keys()].join(', ')}` : `There is "${alike}"`;
  return refuse('unknown_column', `There is no column ${JSON.stringify(name)} here. ${hint}.`);
}

/** Adds columns; which name is taken decides nothing about the data, so it may be said. */
export function extend(scope: Scope, columns: Iterable<readonly [string, ValueType]>): Scope {
  const wider = new Map(scope);
  for (const [name, type] of columns) {
    if (wider.has(name))
      refuse('name_taken', `There is already a column ${JSON.stringify(name)}. Choose another name.`);
    wider.set(name, type);
  }
  return wider;
}

/** The columns after a public table was joined: its key is the column that it was joined on. */
export function joined(policy: KnownPolicy, scope: Scope, name: string): Scope {
  const table = tableOf(policy, name, 'public');
  return extend(
    scope,
    [...scopeOf(table)].filter(([column]) => column !== table.key),
  );
}

export const narrowed = (scope: Scope, names: readonly string[]): Scope =>
  new Map([...scope].filter(([name]) => names.includes(name)));
