/** Questions to one table cost their maximum. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'maximum-not-sum',
  referee: 'privacy',
  edits: [
    {
      file: 'src/accounting/tree/spending.ts',
      find: 'eachOf(name => rational.add(a[name], b[name]));',
      replace: 'eachOf(name => greatest(a[name], b[name]));',
    },
  ],
};
