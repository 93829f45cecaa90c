/** A row finds two rows of a public table, and counts twice. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'joined-twice',
  referee: 'truth',
  edits: [
    {
      file: 'src/engine/public-keys.ts',
      find: `    if (!(await isEmpty(run([query], limits), table)))`,
      replace: `    if (!(await isEmpty(run([query], limits), table)) && table === '')`,
    },
  ],
};
