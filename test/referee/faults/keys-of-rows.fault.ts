/** The certificate of a JSON file has a hash of all keys of all its rows. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'keys-of-rows',
  referee: 'release',
  edits: [
    {
      file: 'src/release/draw-release.ts',
      find: "policy !== undefined || origin.tables[table].file?.format !== 'json'",
      replace: 'policy !== undefined || origin.tables[table] !== undefined',
    },
  ],
};
