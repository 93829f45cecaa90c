/** The standard error that is foretold is a tenth too low. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'error-foretold-low',
  referee: 'truth',
  edits: [
    {
      file: 'src/answer/releaser.ts',
      find: `(Math.sqrt(noiseOf(priced).variance) * step) / parts / leastRate(sampling);`,
      replace: `(0.9 * Math.sqrt(noiseOf(priced).variance) * step) / parts / leastRate(sampling);`,
    },
  ],
};
