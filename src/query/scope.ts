/** The columns that a derived table shows to the next operator, and which of them have a public list of values. */
import type { Expression, ValueType } from '../plan/index.ts';
import type { ColumnType, Decimal, Range } from '../source/index.ts';
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
  readonly columns: { readonly [name: string]: KnownColumn };
}

type KnownColumn =
  | { readonly type: 'integer'; readonly bounds?: Range<Decimal> }
  | { readonly type: Exclude<ColumnType, 'integer'> };

export interface ScopeColumn {
  readonly type: ValueType;
  /** Whether its values are public and few enough to answer each. */
  readonly listed: boolean;
}

export type Scope = ReadonlyMap<string, ScopeColumn>;

/** The values of a wider integer are better looked for in the data than all answered. */
const LISTED_INTEGERS_MAX = 10_000;

export function tableOf(policy: KnownPolicy, name: string, kind: 'protected' | 'public'): KnownTable {
  const table = Object.hasOwn(policy.tables, name) ? policy.tables[name] : undefined;
  if (table === undefined) return refuse('unknown_table', `The policy has no table ${JSON.stringify(name)}.`);
  if ((table.public === true) === (kind === 'public')) return table;
  return kind === 'public'
    ? refuse('join_unsupported', `Only public tables can be joined, and ${name} holds people.`)
    : refuse('unknown_table', `The table ${name} is public; begin at a table of people and join ${name} to it.`);
}

export const scopeOf = ({ columns }: KnownTable): Scope =>
  new Map(
    Object.entries(columns).map(([name, known]) => [
      name,
      { type: known.type === 'category' ? 'text' : known.type, listed: isListedColumn(known) },
    ]),
  );

function isListedColumn(known: KnownColumn): boolean {
  if (known.type !== 'integer') return known.type === 'category' || known.type === 'boolean';
  return known.bounds !== undefined && known.bounds.max.nearest - known.bounds.min.nearest < LISTED_INTEGERS_MAX;
}

export function columnOf(scope: Scope, name: string): Typed {
  const known = scope.get(name);
  if (known !== undefined) return column(name, known.type);
  const alike = [...scope.keys()].find(other => other.toLowerCase() === name.toLowerCase());
  const hint = alike === undefined ? `There are ${[...scope.keys()].join(', ')}` : `There is "${alike}"`;
  return refuse('unknown_column', `There is no column ${JSON.stringify(name)} here. ${hint}.`);
}

/** Adds columns; which name is taken decides nothing about the data, so it may be said. */
export function extend(scope: Scope, columns: Iterable<readonly [string, ScopeColumn]>): Scope {
  const wider = new Map(scope);
  for (const [name, added] of columns) {
    if (wider.has(name))
      refuse('name_taken', `There is a column ${JSON.stringify(name)} already; choose another name.`);
    wider.set(name, added);
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

export const derivedColumn = (scope: Scope, { expression, type }: Typed): ScopeColumn => ({
  type,
  listed: isListed(scope, expression),
});

/** Whether all values of an expression can be listed without looking at data. */
export function isListed(scope: Scope, expression: Expression): boolean {
  switch (expression.kind) {
    case 'column':
      return scope.get(expression.name)?.listed ?? false;
    case 'case':
      return [...expression.branches.map(({ then }) => then), expression.otherwise].every(
        result => result.kind === 'literal' || isListed(scope, result),
      );
    case 'datePart':
    case 'comparison':
    case 'and':
    case 'or':
    case 'not':
    case 'isNull':
    case 'in':
    case 'startsWith':
    case 'contains':
      return true;
    default:
      return false;
  }
}
