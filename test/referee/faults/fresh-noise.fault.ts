/** Noise is drawn anew whenever a total is asked for, and nothing remembers the first one. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'a second release with fresh noise',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/aggregator/release.ts',
      find: 'const below = derivedNoise(noiseKey, covered, value);',
      replace: 'const below = derivedNoise(crypto.getRandomValues(new Uint8Array(noiseKey.length)), covered, value);',
    },
  ],
};
