/** A replaced person is priced as one that is added. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'forgotten-direction',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/costs/question-cost.ts',
      find: '  rational.ratio(replaceOne, addRemove);\n',
      replace: '  rational.ratio(replaceOne > 0n ? addRemove : 1n, addRemove);\n',
    },
  ],
};
