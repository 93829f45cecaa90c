/** Rows are counted where people were drawn. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'rows-for-people',
  referee: 'release',
  edits: [
    {
      file: 'src/release/sample-order.ts',
      find: 'unit: person }',
      replace: 'unit: undefined }',
    },
  ],
};
