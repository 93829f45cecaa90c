/** Both sums of a mean get noise for the half of the range that a centred sum needs. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'ends-with-noise-of-one',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/sensitivity.ts',
      find: `  const width = high - low;`,
      replace: `  const width = (high - low + 1n) / 2n;`,
    },
  ],
};
