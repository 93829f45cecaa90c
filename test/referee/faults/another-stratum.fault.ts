/** A group is scaled by the rate of the first stratum, whichever is its own. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'another-stratum',
  referee: 'truth',
  edits: [
    {
      file: 'src/plan/estimates/chance.ts',
      find: `times(chance, stratumOf(strata, key)?.rate ?? rational.zero)`,
      replace: `times(chance, strata.rates[0].rate)`,
    },
  ],
};
