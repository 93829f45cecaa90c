/** Samples without a name are all drawn by one key. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'keys-of-fresh-samples',
  referee: 'privacy',
  edits: [
    {
      file: 'src/answer/draws.ts',
      find: "commitment === null ? randomBytes(32).toString('hex') : keys.read(commitment)",
      replace: "commitment === null ? '0f'.repeat(32) : keys.read(commitment)",
    },
  ],
};
