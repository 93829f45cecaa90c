/** A key that varies within a person divides them as if it did not. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'parts-of-rows',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/schemes/key-split.ts',
      find: '...(column.perUnit ? {} : { rowsPerUnit: parts.length })',
      replace: '...(column.perUnit ? {} : {})',
    },
  ],
};
