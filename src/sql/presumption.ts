/** A catalogue for showing SQL when no engine is open: every column as the type that its domain suggests. */

import type { Domain, Schema } from '../plan/expressions/index.ts';
import type { CheckedPlan, CheckedTable } from '../plan/index.ts';
import type { Catalogue, TypeFamily } from './catalogue.ts';

const SUGGESTED = {
  integer: 'whole',
  number: 'floating',
  text: 'textual',
  boolean: 'logical',
  date: 'day',
  timestamp: 'moment',
} as const satisfies Record<Domain['type'], TypeFamily>;

export function presumedCatalogue({ input }: CheckedPlan): Catalogue {
  const tables = tablesOf(input);
  // tables that are joined on their units have ids of one type, though only one of them may say which
  const named = tables.flatMap(({ unit, columns }) => (unit === undefined ? [] : (columns.get(unit) ?? [])));
  for (const { unit, columns } of tables)
    if (unit !== undefined && !columns.has(unit)) columns.set(unit, named[0] ?? 'textual');
  return new Map(tables.map(({ table, columns }) => [table, { path: [table], columns }]));
}

interface PresumedTable {
  readonly table: string;
  readonly unit?: string | undefined;
  readonly columns: Map<string, TypeFamily>;
}

function tablesOf(node: CheckedTable): PresumedTable[] {
  if (node.kind === 'scan') return [{ table: node.table, unit: node.unit, columns: presumed(node.reads) }];
  const own = node.kind === 'join' ? [{ table: node.table, columns: presumed([node.key, ...node.reads]) }] : [];
  return [...tablesOf(node.input), ...own, ...(node.kind === 'unitJoin' ? tablesOf(node.with) : [])];
}

const presumed = (reads: Schema): Map<string, TypeFamily> =>
  new Map(reads.map(({ name, domain }) => [name, SUGGESTED[domain.type]]));
