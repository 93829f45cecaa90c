/** Rows without a value count in the denominator of a mean. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'nulls-in-the-mean',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/operators/aggregates/mean.ts',
      find: `    noisy({ kind: 'weighted', of: numberOf([value]) }),`,
      replace: `    noisy({ kind: 'rows' }),`,
    },
    {
      file: 'src/plan/operators/aggregates/check-aggregates.ts',
      find: `  if (means.length === 0) return apart;`,
      replace: `  if (means.length >= 0) return apart;`,
    },
  ],
};
