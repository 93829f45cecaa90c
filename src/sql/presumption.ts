/** A catalogue for showing SQL when no engine is open: every column as the type that its domain suggests. */

import type { Domain, Schema } from '../plan/expressions/index.ts';
import type { CheckedPlan, CheckedTable } from '../plan/index.ts';
import type { Catalogue, CatalogueTable, TypeFamily } from './catalogue.ts';

const SUGGESTED = {
  integer: 'whole',
  number: 'floating',
  text: 'textual',
  boolean: 'logical',
  date: 'day',
  timestamp: 'moment',
} as const satisfies Record<Domain['type'], TypeFamily>;

export const presumedCatalogue = ({ input }: CheckedPlan): Catalogue => new Map(tablesOf(input));

function tablesOf(node: CheckedTable): (readonly [string, CatalogueTable])[] {
  if (node.kind === 'scan') return [[node.table, presumed(node.table, node.reads, node.unit)]];
  const own = node.kind === 'join' ? [[node.table, presumed(node.table, [node.key, ...node.reads])] as const] : [];
  return [...tablesOf(node.input), ...own, ...(node.kind === 'unitJoin' ? tablesOf(node.with) : [])];
}

function presumed(table: string, reads: Schema, unit?: string): CatalogueTable {
  const columns = new Map<string, TypeFamily>(reads.map(({ name, domain }) => [name, SUGGESTED[domain.type]]));
  if (unit !== undefined && !columns.has(unit)) columns.set(unit, 'textual');
  return { path: [table], columns };
}
