/** Who is drawn among so many is decided by a digit of a hash, and then by name. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'biased-order',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/membership.ts',
      find: 'compareText(one.hash, other.hash) ||',
      replace: 'compareText(one.hash.slice(0, 1), other.hash.slice(0, 1)) ||',
    },
  ],
};
