/** A threshold is chosen as if a person were in one group only, and one lower. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'delta-forgotten',
  referee: 'privacy',
  edits: [
    {
      file: 'src/noise/threshold.ts',
      find: 'return { noise, threshold: BigInt(m) + 1n };',
      replace: 'return { noise, threshold: BigInt(m) };',
    },
    {
      file: 'src/noise/threshold.ts',
      find: 'up.mul(Number(keysPerUnit), up.exp(up.mul(-decay, m)));',
      replace: 'up.exp(up.mul(-decay, m));',
    },
  ],
};
