/** A sample that is kept is priced as if every question drew it anew. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'kept-as-fresh',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/draws.ts',
      find: 'return { draw, node, identity: node, fresh: false, state, commitment, cap, creates: null };',
      replace: 'return { draw, node, identity: node, fresh: true, state, commitment, cap, creates: null };',
    },
  ],
};
