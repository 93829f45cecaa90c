/** A quantile is drawn as if a person changed half of what it does. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'quantile-sensitivity',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/sensitivity.ts',
      find: 'const addRemove = rowsPerUnit * greatest([numerator, denominator - numerator]);',
      replace: 'const addRemove = greatest([(rowsPerUnit * greatest([numerator, denominator - numerator])) / 2n, 1n]);',
    },
  ],
};
