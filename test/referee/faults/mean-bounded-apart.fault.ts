/** The denominator of a mean is bounded apart from its numerator: crowded people bend it. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'mean-bounded-apart',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/operators/aggregates/mean.ts',
      find: `const uses = [noisy({ kind: 'weighted', of: middle.expression }), noisy({ kind: 'weighted', of: numberOf([value]) })];`,
      replace: `const uses = [noisy({ kind: 'total', of: middle.expression }), noisy({ kind: 'total', of: numberOf([value]) })];`,
    },
  ],
};
