/** Both sums of a mean are clamped apart: a crowded person in the middle of the range adds all that one may to each of them. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'ends-clamped-apart',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/aggregates/check-aggregates.ts',
      find: `sums.map(of => place({ kind: 'weighted', of }))`,
      replace: `sums.map(of => place({ kind: 'total', of }))`,
    },
  ],
};
