/** Intervals of sampled totals know half of what sampling adds. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'sampling-in-the-interval-halved',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/estimates/sampled-total.ts',
      find: `  const slope = normalReach(sampled) ** 2 * sampled.chance.left * bound;`,
      replace: `  const slope = (normalReach(sampled) ** 2 * sampled.chance.left * bound) / 4;`,
    },
  ],
};
