/** Times are published in another zone. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'zone-of-the-machine',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/duckdb/settings.ts',
      find: "SET TimeZone = 'UTC'",
      replace: "SET TimeZone = 'Asia/Tokyo'",
    },
  ],
};
