/** A step whose COMMIT lost its answer is taken again without looking whether it was written. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'lost-commit-not-looked-for',
  referee: 'ledger',
  edits: [
    {
      file: 'src/ledger/postgres/postgres-store.ts',
      find: 'if (sent !== undefined && isIn(book, sent)) {',
      replace: 'if (sent !== undefined && isIn(emptyBook(), sent)) {',
    },
  ],
};
