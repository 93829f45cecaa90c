/**
 * A uniform integer below n: the one function through which every sampler draws.
 * A test puts its own `below` in place and so replays every draw there is.
 */
import { refuse } from '../vocabulary/index.ts';
import type { Entropy } from './entropy.ts';

/** Uniform on 0, 1, ..., n - 1. A number n may be at most 2^53; a bigint n has no limit. */
export interface Below {
  (n: number): number;
  (n: bigint): bigint;
  (n: number | bigint): number | bigint;
}

const wordRange = 2 ** 32;
const numberRange = 2 ** 53;

/** Up to here the product of n and a word is an exact integer in a double. */
const productLimit = 2 ** 21;

/** Draws below n from a source of words. */
export function uniform(entropy: Entropy): Below {
  const word = (): number => entropy.word();
  function below(n: number): number;
  function below(n: bigint): bigint;
  function below(n: number | bigint): number | bigint;
  function below(n: number | bigint): number | bigint {
    if (n === 1) return 0;
    if (typeof n === 'bigint') return n <= numberRange ? BigInt(below(Number(n))) : belowBig(word, n);
    const smallInteger = (n | 0) === n && n > 0 && n <= productLimit;
    if (!smallInteger) return belowByBits(word, n);
    for (;;) {
      const value = share(word(), n, wordRange);
      if (value >= 0) return value;
    }
  }
  return below;
}

/**
 * Maps equally likely words, `range` of them, onto n values, or to -1: rejected.
 * Value v owns the words with v·range <= word·n < (v+1)·range and loses those whose product exceeds v·range by less than
 * range mod n, which leaves it floor(range/n).
 *   Says     every value has the same number of words
 *   Assumes  n <= range and n·range <= 2^53, so that products are exact
 *   Rounds   nothing: integers only
 *   Source   [Lemire19]
 */
export function share(word: number, n: number, range: number): number {
  const product = word * n;
  const value = Math.floor(product / range);
  const excess = product - value * range;
  return excess >= n || excess >= range % n ? value : -1;
}

/** Exact: as many bits as n - 1 has are uniform, and stay so among the values below n. At least half are. */
function belowByBits(word: () => number, n: number): number {
  if (!(Number.isInteger(n) && n >= 1 && n <= numberRange))
    refuse('value_out_of_range', 'A uniform draw below n needs a whole n of at least 1, beyond 2^53 as a bigint.');
  let range = productLimit;
  while (range < n) range *= 2;
  const surplus = numberRange / range;
  for (;;) {
    const bits = (word() % productLimit) * wordRange + word();
    const value = Math.floor(bits / surplus);
    if (value < n) return value;
  }
}

/** Exact for the same reason. */
function belowBig(word: () => number, n: bigint): bigint {
  const width = (n - 1n).toString(2).length;
  for (;;) {
    let bits = 0n;
    for (let drawn = 0; drawn < width; drawn += 32) bits = (bits << 32n) | BigInt(word());
    const value = BigInt.asUintN(width, bits);
    if (value < n) return value;
  }
}
