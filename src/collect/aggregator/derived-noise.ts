/**
 * Noise as a function of what it covers, under a key that only this aggregator has: a store that was restored from a copy,
 * and releases once more, adds the same noise to the same reports, and nobody learns anything by it.
 */
import { createCipheriv, createHmac } from 'node:crypto';
import { type Below, type Entropy, uniform } from '../../random/index.ts';

/** Everything that makes two releases the same. */
export interface Covered {
  /** Of the campaign. */
  readonly fingerprint: string;
  readonly rounds: readonly number[];
  /** The address of this aggregator. */
  readonly aggregator: string;
  /** Parameter of the noise. */
  readonly epsilon: number;
  /** Hash of the reports that count, each by its ticket's number and the ids of its splits. */
  readonly reports: string;
}

/**
 * A source of noise for the value of this number.
 *   Says     equal releases have equal noise; to anyone without the key, the noise of different releases and values is
 *            as good as independent and uniformly drawn
 *   Assumes  HMAC-SHA-256 and AES-256 in counter mode are indistinguishable from random functions: the claim is computational
 *   Rounds   nothing
 *   Source   a pseudorandom function in place of a random one
 */
export function derivedNoise(key: Uint8Array, covered: Covered, value: number): Below {
  const { fingerprint, rounds, aggregator, epsilon, reports } = covered;
  const text = JSON.stringify(['sortition noise 1', fingerprint, rounds, aggregator, epsilon, reports, value]);
  return uniform(keystream(createHmac('sha256', key).update(text).digest()));
}

const BLOCK_BYTES = 1 << 10;
const WORD_BYTES = 4;

/** A key of its own for each value: no block is ever used twice. */
function keystream(key: Buffer): Entropy {
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(BLOCK_BYTES);
  let block = Buffer.alloc(0);
  let place = 0;
  return {
    secret: true,
    word() {
      if (place === block.length) [block, place] = [cipher.update(zeros), 0];
      place += WORD_BYTES;
      return block.readUInt32LE(place - WORD_BYTES);
    },
  };
}
