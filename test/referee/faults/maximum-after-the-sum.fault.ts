/** Parts by a key of a sample that outlives states are priced by the maximum of what each cost in all states together. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'maximum-after-the-sum',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/draws.ts',
      find: 'const state = acrossStates ? null : states.nameOf(tables);',
      replace: 'const state = acrossStates || (below.length > 0 && !draw.random) ? null : states.nameOf(tables);',
    },
  ],
};
