/** Rows without a value count in the denominator of a mean. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'nulls-in-the-mean',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/operators/aggregates/mean.ts',
      find: `noisy({ kind: 'weighted', of: numberOf([value]) })];`,
      replace: `noisy({ kind: 'rows' })];`,
    },
  ],
};
