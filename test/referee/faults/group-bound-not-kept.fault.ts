/** Noise is for what counts of a person in one group, and nobody sees to it. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'group-bound-not-kept',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/contribution.ts',
      find: 'rowsPerGroup !== undefined && rows > rowsPerGroup ? rowsPerGroup : rows;',
      replace: 'rowsPerGroup !== undefined && rows > rowsPerGroup ? rows : rows;',
    },
  ],
};
