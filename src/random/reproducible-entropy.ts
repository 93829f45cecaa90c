/**
 * Words that anybody with the seed can compute again: for simulations that must be repeatable, never for noise on data.
 * The stream is ChaCha20 (RFC 8439) with the seed as its key, so that no simulation can notice that it is not random.
 */
import { refuse } from '../vocabulary/index.ts';
import { type Entropy, wordsFrom } from './entropy.ts';

const keyWords = 8;
const blockWords = 16;
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

/** Different seeds, from 0 up to 2^256, have different streams. */
export function reproducibleEntropy(seed: number | bigint): Entropy {
  const key = keyOf(seed);
  let counter = 0;
  const fill = (words: Uint32Array): void => {
    for (let start = 0; start < words.length; start += blockWords) {
      words.set(chachaBlock(key, counter), start);
      counter += 1;
    }
  };
  return { secret: false, word: wordsFrom(fill) };
}

function keyOf(seed: number | bigint): Uint32Array {
  const whole = typeof seed === 'bigint' || Number.isSafeInteger(seed);
  if (!(whole && seed >= 0 && BigInt(seed) < 1n << 256n))
    refuse('value_out_of_range', 'A seed is a whole number from 0 up to 2^256 (beyond 2^53 given as a bigint).');
  return Uint32Array.from({ length: keyWords }, (_, word) => Number((BigInt(seed) >> BigInt(32 * word)) & 0xffffffffn));
}

/** One block of the key stream under an all-zero nonce; the counter takes 64 bits, so that it never comes round. */
function chachaBlock(key: Uint32Array, counter: number): Uint32Array {
  const start = Uint32Array.of(...constants, ...key, counter, counter / 2 ** 32, 0, 0);
  const state = start.slice();
  for (let doubleRound = 0; doubleRound < 10; doubleRound++) {
    for (let column = 0; column < 4; column++) quarterRound(state, column, column + 4, column + 8, column + 12);
    for (let diagonal = 0; diagonal < 4; diagonal++)
      quarterRound(state, diagonal, 4 + ((diagonal + 1) % 4), 8 + ((diagonal + 2) % 4), 12 + ((diagonal + 3) % 4));
  }
  return state.map((word, place) => word + start[place]);
}

function quarterRound(state: Uint32Array, a: number, b: number, c: number, d: number): void {
  addThenRotate(state, a, b, d, 16);
  addThenRotate(state, c, d, b, 12);
  addThenRotate(state, a, b, d, 8);
  addThenRotate(state, c, d, b, 7);
}

/** sum += addend; mixed = (mixed ^ sum) rotated left. */
function addThenRotate(state: Uint32Array, sum: number, addend: number, mixed: number, left: number): void {
  state[sum] += state[addend];
  const word = state[mixed] ^ state[sum];
  state[mixed] = (word << left) | (word >>> (32 - left));
}
