/**
 * Where randomness enters: words of 32 bits, each handed out once and erased as it leaves.
 * Samplers never choose a source; they are given one.
 */
import { Fault, invariant } from '../vocabulary/index.ts';

/** A source of random words. */
export interface Entropy {
  /** Whether an outsider cannot predict the words. Noise on real data may come from secret sources only. */
  readonly secret: boolean;
  /** The next 32 uniform bits, as an integer in [0, 2^32). */
  word(): number;
}

/** The part of Web Crypto that is used here: in every browser, and in Node from 20 on. */
interface RandomValues {
  getRandomValues(block: Uint32Array<ArrayBuffer>): unknown;
}

/** Web Crypto fills at most 65,536 bytes a call; a call costs far more than the bytes. */
const wordsPerBlock = 65_536 / Uint32Array.BYTES_PER_ELEMENT;

/** The platform's cryptographic generator, drawn in blocks. */
export function systemEntropy(platform: RandomValues | undefined = globalThis.crypto): Entropy {
  invariant(platform !== undefined, 'this platform has no Web Crypto, hence no randomness to trust');
  return { secret: true, word: wordsFrom(block => platform.getRandomValues(block)) };
}

/** Exactly the given words, to replay a draw in a test. Asking for more is a bug. */
export function replayedEntropy(words: readonly number[]): Entropy {
  let used = 0;
  const word = (): number => {
    if (used < words.length) return words[used++] >>> 0;
    throw new Fault(`All ${words.length} replayed words are used up.`);
  };
  return { secret: false, word };
}

/** Hands out a block word by word; in the block a word is zero from the moment it is handed out. */
export function wordsFrom(fill: (block: Uint32Array<ArrayBuffer>) => unknown): () => number {
  const block = new Uint32Array(wordsPerBlock);
  let next = wordsPerBlock;
  return () => {
    if (next === wordsPerBlock) {
      fill(block);
      next = 0;
    }
    const word = block[next];
    block[next++] = 0;
    return word;
  };
}
