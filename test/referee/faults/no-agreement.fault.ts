/** A total leaves though the others may hold another set. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'no agreement before a release',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/aggregator/agreement.ts',
      find: "for (const peer of peersOf(desk)) if ((await agreedAt(peer)) !== own.reports) refuse('reports_differ', NOT_YET);",
      replace: '',
    },
  ],
};
