import { createCipheriv } from 'node:crypto';
import { expect, test } from 'vitest';
import { Refusal } from '../vocabulary/index.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';

/** The same stream from another implementation. */
function chachaOfNode(seed: bigint, words: number): number[] {
  const key = Buffer.from(seed.toString(16).padStart(64, '0'), 'hex').reverse();
  const stream = createCipheriv('chacha20', key, Buffer.alloc(16)).update(Buffer.alloc(4 * words));
  return Array.from({ length: words }, (_, word) => stream.readUInt32LE(4 * word));
}

test.each([0n, 1n, 2n ** 53n + 1n, 2n ** 256n - 1n])('seed %i gives the ChaCha20 stream of that key', seed => {
  const entropy = reproducibleEntropy(seed);
  expect(Array.from({ length: 40_000 }, () => entropy.word())).toEqual(chachaOfNode(seed, 40_000));
});

test('the same seed repeats, as a number or a bigint; another does not', () => {
  const [number, bigint, other] = [reproducibleEntropy(5), reproducibleEntropy(5n), reproducibleEntropy(6)];
  const first = Array.from({ length: 100 }, () => number.word());
  expect(Array.from({ length: 100 }, () => bigint.word())).toEqual(first);
  expect(Array.from({ length: 100 }, () => other.word())).not.toEqual(first);
});

test('nobody can take it for a secret source', () => expect(reproducibleEntropy(1).secret).toBe(false));

test.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53, -1n, 2n ** 256n])('seed %s is refused', seed =>
  expect(() => reproducibleEntropy(seed)).toThrow(Refusal),
);
