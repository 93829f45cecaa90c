/** Rows that share a key count as several people. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'duplicate-keys',
  referee: 'privacy',
  edits: [
    {
      file: 'src/plan/operators/scan.ts',
      find: 'return name === null ? [] : [{ unit: String(name), values: scannedRow(reads, raw) }];',
      replace:
        'return name === null ? [] : [{ unit: rowsAreUnits ? `${name} ${place}` : String(name), values: scannedRow(reads, raw) }];',
    },
  ],
};
