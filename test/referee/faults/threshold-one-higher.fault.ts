/** Groups as large as the threshold are dropped. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'threshold-one-higher',
  referee: 'release',
  edits: [
    {
      file: 'src/release/drawing.ts',
      find: 'drawn.length - first < threshold',
      replace: 'drawn.length - first <= threshold',
    },
  ],
};
