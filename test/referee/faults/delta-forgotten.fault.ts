/** A threshold is chosen as if a person were in one group only, and one lower. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'delta-forgotten',
  referee: 'privacy',
  edits: [
    {
      file: 'src/noise/threshold.ts',
      find: 'return { noise, threshold: high };',
      replace: 'return { noise, threshold: high - 1n };',
    },
    {
      file: 'src/noise/threshold.ts',
      find: '[{ count: 1n, keys: most }]',
      replace: '[{ count: 1n, keys: 1n }]',
    },
  ],
};
