/** Lines with too many fields are cut to fit. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'long-lines-cut',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/text-rows.ts',
      find: '`${beyond} IS NULL`',
      replace: "'true'",
    },
  ],
};
