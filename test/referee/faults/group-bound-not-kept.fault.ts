/** All rows of a person count in one group, where noise by rho is for fewer of them there. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'group-bound-not-kept',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/contribution.ts',
      find: 'rowsPerGroup !== undefined && rows > rowsPerGroup ? rowsPerGroup : rows;',
      replace: 'rowsPerGroup === undefined || rows > 0n ? rows : rowsPerGroup;',
    },
  ],
};
