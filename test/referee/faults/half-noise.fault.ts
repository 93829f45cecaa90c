/** Noise of half the scale. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'half the noise',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/aggregator/release.ts',
      find: 'discreteLaplace(below, { numerator: denominator, denominator: numerator })()',
      replace: 'discreteLaplace(below, { numerator: denominator, denominator: 2n * numerator })()',
    },
  ],
};
