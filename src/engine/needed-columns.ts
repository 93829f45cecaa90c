/** The columns of a table that any question may need: those of the policy, and those that name units and rows. */
import type { Table } from '../source/index.ts';

export const neededColumns = (table: Table): readonly string[] => [
  ...new Set([
    ...Object.keys(table.columns),
    ...(table.key === undefined ? [] : [table.key]),
    ...(table.public || table.unit === undefined ? [] : [table.unit]),
  ]),
];
