/** Parts by a key are the same parts in every state of the data. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'version-forgotten-in-parts',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/draws.ts',
      find: 'node: `${draw.scheme.kind}@${fingerprintOf({ definition, state })}`,',
      replace: "node: `${draw.scheme.kind}@${fingerprintOf({ definition, state: state === null ? null : '' })}`,",
    },
  ],
};
