/** Nulls of a single column are lost when a sample of a CSV table is read. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'empty-lines-skipped',
  referee: 'release',
  edits: [
    {
      file: 'src/release/release-data.ts',
      find: "if (file?.format !== 'csv') return sample;",
      replace: "if (file?.format !== 'csv' || whole.origin.tables[whole.table].file?.format === 'csv') return sample;",
    },
  ],
};
