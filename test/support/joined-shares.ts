/** What aggregators that told each other everything would know. */
import type { ShareVector } from '../../src/collect/reports/shares.ts';

/** The whole that shares are of. */
export function joined(shares: readonly ShareVector[]): ShareVector {
  const sum = new Uint32Array(shares[0].length);
  for (const share of shares)
    share.forEach((word, place) => {
      sum[place] += word;
    });
  return sum;
}
