/** Noise is a tenth too small for what it must hide. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'noise-scale-low',
  referee: 'privacy',
  edits: [
    {
      file: 'src/noise/calibration.ts',
      find: 'const scale = rational.div(rational.ratio(sensitivity, 1n), epsilon);',
      replace: 'const scale = rational.div(rational.ratio(sensitivity * 9n, 10n), epsilon);',
    },
  ],
};
