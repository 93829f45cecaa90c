/** Bought squares have the sensitivity of one row. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'squares-of-one-row',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/sensitivity.ts',
      find: 'const addRemove = greatest([weights * magnitude({ low, high }), 1n]);',
      replace: 'const addRemove = greatest([magnitude({ low, high }), 1n]);',
    },
  ],
};
