/** Whoever writes into a shared ledger reads its head without locking it: two decide about the same rest of the budget. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'head-row-not-locked',
  referee: 'ledger',
  edits: [
    {
      file: 'src/ledger/postgres/session.ts',
      find: '${SELECT_HEAD} FOR UPDATE; ',
      replace: '${SELECT_HEAD}; ',
    },
  ],
};
