/** A part by a key is charged the rho of what its siblings did not spend yet. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'rho-of-parts',
  referee: 'privacy',
  edits: [
    {
      file: 'src/accounting/tree/root-rho.ts',
      find: 'if (draws.length === 0 && alone !== undefined) return alone;',
      replace:
        'if (draws.length === 0 && alone !== undefined)\n    return steps.some(isKeyPart)\n      ? pureRho(spendings.under(relation, increments({ relation, steps }, state, cost).root).epsilon)\n      : alone;',
    },
  ],
};
