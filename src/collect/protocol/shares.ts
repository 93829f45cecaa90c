/**
 * Additive shares modulo 2^32. All shares but the last are uniform words, the last is the difference: any of them together,
 * without one, are uniform whatever was shared. Sums of shares are shares of the sum.
 */
import type { Entropy } from '../../random/index.ts';

/** A vector of counts, or a share of one. */
export type ShareVector = Uint32Array<ArrayBuffer>;

/** All zero for value 0, else a single 1. */
export function oneHot(value: number, length: number): ShareVector {
  const words = new Uint32Array(length);
  if (value > 0) words[value - 1] = 1;
  return words;
}

export function split(secret: ShareVector, parts: number, entropy: Entropy): ShareVector[] {
  const last = secret.slice();
  const others = Array.from({ length: parts - 1 }, () => {
    const share = Uint32Array.from(secret, () => entropy.word());
    share.forEach((word, place) => {
      last[place] -= word;
    });
    return share;
  });
  return [...others, last];
}
