/** The key of a public table may name several rows. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'fan-out-join',
  referee: 'privacy',
  edits: [
    {
      file: 'src/engine/public-keys.ts',
      find: '    if (!(await isEmpty(run([query], limits), table)))',
      replace: "    if (!(await isEmpty(run([query], limits), table)) && table === '')",
    },
  ],
};
