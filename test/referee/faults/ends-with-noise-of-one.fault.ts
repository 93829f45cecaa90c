/** Sums that share a noise get it for the half of the range that a centred sum needs. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'ends-with-noise-of-one',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/sensitivity.ts',
      find: `  tallySensitivity({ rowsPerUnit: rowsPerUnit * w, rowsPerGroup: rowsPerGroup && rowsPerGroup * w });`,
      replace: `  tallySensitivity({ rowsPerUnit: (rowsPerUnit * w + 1n) / 2n, rowsPerGroup });`,
    },
  ],
};
