/** A quantile is drawn as if misses moved in one direction only: with coins for twice the epsilon. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'quantile-scale',
  referee: 'privacy',
  edits: [
    {
      file: 'src/noise/quantile.ts',
      find: 'rational.ratio(2n * request.sensitivity)',
      replace: 'rational.ratio(request.sensitivity)',
    },
  ],
};
