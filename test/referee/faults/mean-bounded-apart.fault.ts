/** The two sums of a mean are bounded apart: crowded people bend it. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'mean-bounded-apart',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/operators/aggregates/check-aggregates.ts',
      find: `sums.map(of => place({ kind: 'weighted', of }))`,
      replace: `sums.map(of => place({ kind: 'total', of }))`,
    },
  ],
};
