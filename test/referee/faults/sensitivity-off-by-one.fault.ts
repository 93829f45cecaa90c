/** What one person changes is taken for one less. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'sensitivity-off-by-one',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/sensitivity.ts',
      find: 'const addRemove = greatest([rowsPerUnit * magnitude({ low, high }), 1n]);',
      replace: 'const addRemove = greatest([rowsPerUnit * magnitude({ low, high }) - 1n, 1n]);',
    },
  ],
};
