/** Rows without a key are one person. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'null-keys',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/scan.ts',
      find: 'return name === null ? [] : [{ unit: String(name), values: scannedRow(reads, raw) }];',
      replace: 'return [{ unit: String(name), values: scannedRow(reads, raw) }];',
    },
  ],
};
