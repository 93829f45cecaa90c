/** Where whole rows are chosen, a person counts once in each of their groups, however many these are. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'chosen-without-bound',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/contribution.ts',
      find: 'return chosenRows(shares, unit, bound);',
      replace: 'return chosenRows(shares, unit, bound).map((_, i) => (numberOf(shares[i]) > 0n ? 1n : 0n));',
    },
  ],
};
