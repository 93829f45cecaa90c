/** Rows are counted, and the threshold is chosen as if a person had one of them in a group. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'threshold-of-units',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/aggregates/selecting.ts',
      find: '{ most: rowsPerUnit, perKey: rowsPerGroup, oneKey: perUnit }',
      replace: '{ most: rowsPerUnit, perKey: 1n, oneKey: perUnit }',
    },
  ],
};
