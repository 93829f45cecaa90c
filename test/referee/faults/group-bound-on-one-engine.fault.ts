/** On PostgreSQL a person counts in a group with as many rows as in all groups together. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'group-bound-on-one-engine',
  referee: 'truth',
  edits: [
    {
      file: 'src/sql/measure.ts',
      find: 'if (rowsPerGroup !== undefined && !OF_UNITS.includes(measure.kind))',
      replace:
        "if (rowsPerGroup !== undefined && !OF_UNITS.includes(measure.kind) && lowering.dialect.types.wide !== 'numeric')",
    },
  ],
};
