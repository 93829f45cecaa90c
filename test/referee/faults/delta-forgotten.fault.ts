/** A threshold is chosen as if a person were in one group only, and one lower. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'delta-forgotten',
  referee: 'privacy',
  edits: [
    {
      file: 'src/noise/threshold.ts',
      find: 'return edge > 0 ? { noise, threshold: low, edge } : { noise, threshold: high, edge: EDGE_PARTS };',
      replace: 'return { noise, threshold: edge > 0 ? low : high - 1n, edge: EDGE_PARTS };',
    },
    {
      file: 'src/noise/threshold.ts',
      find: '[{ count: 1n, keys: most }]',
      replace: '[{ count: 1n, keys: 1n }]',
    },
  ],
};
