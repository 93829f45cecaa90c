/** Times are read and published in the zone of the machine: the setting holds in a connection that nobody asks. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'zone-of-the-machine',
  referee: 'release',
  edits: [
    {
      file: 'src/engine/duckdb/settings.ts',
      find: "SET GLOBAL TimeZone = 'UTC'",
      replace: "SET TimeZone = 'UTC'",
    },
  ],
};
