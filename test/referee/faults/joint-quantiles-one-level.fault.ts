/** Quantiles that are drawn together are priced as one level: each of them gets a share as if there were no other. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'joint-quantiles-one-level',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/costs/shares.ts',
      find: 'sumOf(mechanisms.map(({ weight }) => weight))',
      replace:
        "sumOf(mechanisms.filter(each => mechanisms.length === 1 || !('draws' in each) || each.draws.length === 1).map(({ weight }) => weight))",
    },
  ],
};
