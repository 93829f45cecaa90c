/** What is asked of two tables counts against the limit of the first alone. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'limits-of-one-table',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/rows-most.ts',
      find: ", ...(table.kind === 'unitJoin' ? scansIn(table.with) : [])",
      replace: '',
    },
  ],
};
