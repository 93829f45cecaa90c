/** The interval of a mean of two noises knows that of its sum alone. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'noise-of-number-forgotten',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/estimates/combined-noises.ts',
      find: 'chanceBeyond(laws[0], [1, factor], Math.abs(sum.value - ratio * rows.value) - lattice)',
      replace: 'chanceBeyond(laws[0], [1, 0 * factor], Math.abs(sum.value - ratio * rows.value) - lattice)',
    },
  ],
};
