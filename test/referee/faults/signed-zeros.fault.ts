/** Zero has two spellings. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'signed-zeros',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/spelling.ts',
      find: "CASE WHEN ${value} = 0 THEN '0' WHEN ${value}",
      replace: 'CASE WHEN ${value}',
    },
  ],
};
