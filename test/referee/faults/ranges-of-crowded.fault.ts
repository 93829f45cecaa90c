/** Of a person with too many rows one row too many counts in the ranges that bounds are found in, and in all other tallies. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'ranges-of-crowded',
  referee: 'privacy',
  edits: [
    {
      file: 'src/sql/values.ts',
      find: 'rowsPerUnit: checked.rowsPerUnit,',
      replace: 'rowsPerUnit: checked.rowsPerUnit + 1n,',
    },
  ],
};
