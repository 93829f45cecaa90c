/** The columns of a table that any question may need: those of the policy, and those that name units and rows. */
import type { DeclaredTable } from '../source/index.ts';
import { invariant } from '../vocabulary/index.ts';

export const neededColumns = (table: DeclaredTable): readonly string[] => [
  ...new Set([
    ...Object.keys(table.columns),
    ...(table.key === undefined ? [] : [table.key]),
    ...(table.public || table.unit === undefined ? [] : [table.unit]),
  ]),
];

/** What units are drawn by: the unit, or the key where each row is one. */
export function unitColumn(table: DeclaredTable): string {
  const column = table.public ? undefined : (table.unit ?? table.key);
  invariant(column !== undefined, 'only tables with a unit or a key are drawn from');
  return column;
}
