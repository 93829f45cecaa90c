/** A question on two tables is one of the same state, whatever becomes of the second. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'state-of-the-joined-table',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/draws.ts',
      find: "table.kind === 'unitJoin' ? tablesIn(table.with) : []",
      replace: '[]',
    },
  ],
};
