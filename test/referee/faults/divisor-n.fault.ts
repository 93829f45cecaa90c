/** A variance is divided by n instead of n - 1. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'divisor-n',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/estimates/moments.ts',
      find: `  const estimate = ((mean - left * right) * number) / (number - 1);`,
      replace: `  const estimate = mean - left * right;`,
    },
  ],
};
