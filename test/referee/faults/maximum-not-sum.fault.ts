/** Questions to one table cost their maximum. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'maximum-not-sum',
  referee: 'privacy',
  edits: [
    {
      file: 'src/amounts/spending.ts',
      find: 'matched(a, b, amount.plus);',
      replace: 'matched(a, b, amount.larger);',
    },
  ],
};
