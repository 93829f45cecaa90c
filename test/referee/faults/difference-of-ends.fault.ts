/** The interval of a computed difference is that of its ends, lower from lower and upper from upper. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'difference-of-ends',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/estimates/possible.ts',
      find: 'subtract: (one, other) => [one[0] - other[1], one[1] - other[0]]',
      replace: 'subtract: (one, other) => [one[0] - other[0], one[1] - other[1]]',
    },
  ],
};
