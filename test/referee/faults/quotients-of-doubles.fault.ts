/** Ranges are computed in doubles. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'quotients-of-doubles',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/coarsening.ts',
      find: 'return asDouble(`(${below} - ${rest} - CASE WHEN ${rest} < 0 THEN ${each} ELSE 0 END)`);',
      replace: 'return `floor(${number} / CAST(${width} AS DOUBLE PRECISION)) * CAST(${each} AS DOUBLE PRECISION)`;',
    },
  ],
};
