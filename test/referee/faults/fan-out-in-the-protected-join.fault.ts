/** Rows are bounded before two protected tables are joined, and not after it. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'fan-out-in-the-protected-join',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/check.ts',
      find: '      grouping,\n      ...bounds,\n      rowsAreUnits,',
      replace:
        '      grouping,\n      ...boundsOf(rowsAreUnits ? ONE_ROW : protectedTable, grouping),\n      rowsAreUnits,',
    },
  ],
};
