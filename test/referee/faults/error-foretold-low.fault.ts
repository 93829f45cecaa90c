/** The standard error that is foretold is a tenth too low. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'error-foretold-low',
  referee: 'truth',
  edits: [
    {
      file: 'src/answer/noise-errors.ts',
      find: `(deviation * step) / leastRate(sampling);`,
      replace: `(0.9 * deviation * step) / leastRate(sampling);`,
    },
  ],
};
