/**
 * Words that anybody with the seed can compute again: for simulations that must be repeatable, never for noise on data.
 * The stream is ChaCha20 (RFC 8439) with the seed as its key, so that no simulation can notice that it is not random.
 */
import { refuse } from '../vocabulary/index.ts';
import { type Entropy, wordsFrom } from './entropy.ts';

const keyWords = 8;
const blockWords = 16;

/** Place of the lower half of the block counter in the state. */
const counter = 12;

const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

/** Different seeds, from 0 up to 2^256, have different streams. */
export function reproducibleEntropy(seed: number | bigint): Entropy {
  const start = Int32Array.of(...constants, ...keyOf(seed), 0, 0, 0, 0);
  const state = new Int32Array(blockWords);
  const fill = (words: Uint32Array): void => {
    for (let place = 0; place < words.length; place += blockWords) {
      chachaBlock(start, state);
      words.set(state, place);
      advance(start);
    }
  };
  return { secret: false, word: wordsFrom(fill) };
}

function keyOf(seed: number | bigint): number[] {
  const whole = typeof seed === 'bigint' || Number.isSafeInteger(seed);
  if (!(whole && seed >= 0 && BigInt(seed) < 1n << 256n))
    refuse('value_out_of_range', 'A seed is a whole number from 0 up to 2^256 (beyond 2^53 given as a bigint).');
  return Array.from({ length: keyWords }, (_, word) => Number(BigInt.asIntN(32, BigInt(seed) >> BigInt(32 * word))));
}

/** Counts blocks in two words, so that the stream never comes round. */
function advance(start: Int32Array): void {
  start[counter] += 1;
  if (start[counter] === 0) start[counter + 1] += 1;
}

function chachaBlock(start: Int32Array, state: Int32Array): void {
  state.set(start);
  for (let doubleRound = 0; doubleRound < 10; doubleRound++) {
    quarterRound(state, 0, 4, 8, 12);
    quarterRound(state, 1, 5, 9, 13);
    quarterRound(state, 2, 6, 10, 14);
    quarterRound(state, 3, 7, 11, 15);
    quarterRound(state, 0, 5, 10, 15);
    quarterRound(state, 1, 6, 11, 12);
    quarterRound(state, 2, 7, 8, 13);
    quarterRound(state, 3, 4, 9, 14);
  }
  for (let place = 0; place < blockWords; place++) state[place] += start[place];
}

function quarterRound(state: Int32Array, a: number, b: number, c: number, d: number): void {
  const a1 = (state[a] + state[b]) | 0;
  const d1 = rotatedLeft(state[d] ^ a1, 16);
  const c1 = (state[c] + d1) | 0;
  const b1 = rotatedLeft(state[b] ^ c1, 12);
  state[a] = a1 + b1;
  state[d] = rotatedLeft(d1 ^ state[a], 8);
  state[c] = c1 + state[d];
  state[b] = rotatedLeft(b1 ^ state[c], 7);
}

const rotatedLeft = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));
