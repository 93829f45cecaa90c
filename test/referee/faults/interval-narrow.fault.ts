/** Intervals of noise are a fifth too narrow. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'interval-narrow',
  referee: 'truth',
  edits: [
    {
      file: 'src/noise/calibration.ts',
      find: `/ (1 + Math.exp(-1 / width))) * width) - 1);`,
      replace: `/ (1 + Math.exp(-1 / width))) * width * 0.8) - 1);`,
    },
  ],
};
