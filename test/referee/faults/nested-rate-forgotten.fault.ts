/** What a sample of a sample tells is scaled by the rate of the last one alone. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'nested-rate-forgotten',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/estimates/drawing.ts',
      find: `rate: times(rate, coin), strata,`,
      replace: `rate: rate && coin, strata,`,
    },
  ],
};
