/** The query that finds out whether a public table's key names one row each, as values that obey the policy. */
import type { CheckedPlan, CheckedTable, SchemaColumn } from '../plan/index.ts';
import { type Fragment, sql } from './fragment.ts';
import type { Lowering } from './relation.ts';
import { scannedRows } from './scanned-rows.ts';

export interface PublicKey {
  readonly table: string;
  readonly key: SchemaColumn;
}

/** Every public table that the plan looks up. */
export const publicKeys = ({ input }: CheckedPlan): readonly PublicKey[] => joinsOf(input);

function joinsOf(node: CheckedTable): readonly PublicKey[] {
  if (node.kind === 'scan') return [];
  return [...joinsOf(node.input), ...(node.kind === 'join' ? [{ table: node.table, key: node.key }] : [])];
}

/** One row with the number 1 where a key names two rows; none otherwise. */
export function repeatedKey({ table, key }: PublicKey, lowering: Lowering): Fragment {
  const { from, columns } = scannedRows(table, [key], undefined, lowering);
  return sql`SELECT 1 FROM ${from} WHERE ${columns[0]} IS NOT NULL GROUP BY ${columns[0]} HAVING count(*) > 1 LIMIT 1`;
}
