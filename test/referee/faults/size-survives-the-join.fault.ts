/** The people of two tables are taken for as many as are in the first. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'size-survives-the-join',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/unit-join.ts',
      find: '  size: () => undefined,',
      replace: '  size: (_node, units) => units,',
    },
  ],
};
