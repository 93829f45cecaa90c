/** Both sums of a mean get noise for the half of the range that a centred sum needs. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'ends-with-noise-of-one',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/sensitivity.ts',
      find: `  tallySensitivity(rowsPerUnit * (high - low));`,
      replace: `  tallySensitivity((rowsPerUnit * (high - low) + 1n) / 2n);`,
    },
  ],
};
