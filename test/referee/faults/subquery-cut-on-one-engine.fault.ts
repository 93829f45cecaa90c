/** On PostgreSQL a person's rows are cut to two before they are added up. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'subquery-cut-on-one-engine',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/per-unit.ts',
      find: 'FROM ${relation.from} GROUP BY ${unit}`, lowering);',
      replace:
        "FROM ${dialect.types.wide === 'numeric' ? derived(sql`SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY ${unit}) AS nth FROM ${relation.from}) AS counted WHERE nth <= 2`, lowering) : relation.from} GROUP BY ${unit}`, lowering);",
    },
  ],
};
