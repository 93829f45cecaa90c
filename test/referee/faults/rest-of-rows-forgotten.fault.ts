/** Squares of what a person adds forget the rows that fill no group. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'rest-of-rows-forgotten',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/sensitivity.ts',
      find: 'return (k / m) * m ** 2n + (k % m) ** 2n;',
      replace: 'return (k / m) * m ** 2n;',
    },
  ],
};
