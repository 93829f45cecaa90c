/** A check reads empty texts as null. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'empty-read-as-null',
  referee: 'release',
  edits: [
    {
      file: 'src/release/release-data.ts',
      find: "whole.origin.tables[whole.table].file?.format !== 'csv'",
      replace: 'false',
    },
  ],
};
