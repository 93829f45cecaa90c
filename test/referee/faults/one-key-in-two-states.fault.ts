/** A sample in which other people matter keeps its key from state to state. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'one-key-in-two-states',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/draws.ts',
      find: 'const state = acrossStates ? null : states.nameOf(tables);',
      replace: 'const state = acrossStates || draw.random ? null : states.nameOf(tables);',
    },
  ],
};
