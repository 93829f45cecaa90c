/** A sample may be joined with another sample, and only the first is charged. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'both-sides-drawn',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/unit-join.ts',
      find: '    checkUndrawn(other);\n',
      replace: '',
    },
  ],
};
