/** Names with another delimiter are written without quotes. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'plain-header',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/csv-header.ts',
      find: '/[",;\\t|\\uFEFF]/',
      replace: '/[",\\uFEFF]/',
    },
  ],
};
