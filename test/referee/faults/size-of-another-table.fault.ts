/** The number of people of the base prices what is drawn from a part of them. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'size-of-another-table',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/lineage.ts',
      find: 'sizeOf: table => publicSize(table, base) };',
      replace: 'sizeOf: () => base };',
    },
  ],
};
