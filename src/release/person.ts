/** Which column names a person who may have several rows: what is promised is promised to people, not to rows. */
import type { DeclaredTable } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** A policy knows best; without one whoever orders must say. */
export function personColumn(named: string | undefined, known: string | undefined): string | undefined {
  if (known === undefined || named === undefined || named === known) return named ?? known;
  return refuse('flags_conflict', `The policy names ${known} as the unit. Leave out --unit, or name the same column.`);
}

/** A key is its table's unit: rows that share one are one person's, and a promise to each of them would be none to the person. */
export const unitIn = (table: DeclaredTable | undefined): string | undefined =>
  table === undefined || table.public ? undefined : (table.unit ?? table.key);
