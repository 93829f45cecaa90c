/** A copy of a sample is read whatever the state of the data. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'version-forgotten-in-copies',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/copies.ts',
      find: 'state: states.nameOf(tables),',
      replace: "state: 'any',",
    },
  ],
};
