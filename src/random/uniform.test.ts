import { expect, test } from 'vitest';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Fault, Refusal } from '../vocabulary/index.ts';
import { replayedEntropy } from './entropy.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { share, uniform } from './uniform.ts';

test('of 256 words every n from 1 to 256 gives each value equally many: all words replayed', () => {
  for (let n = 1; n <= 256; n++) {
    const owned = new Array<number>(n).fill(0);
    for (let word = 0; word < 256; word++) {
      const value = share(word, n, 256);
      if (value >= 0) owned[value] += 1;
    }
    expect(new Set(owned)).toEqual(new Set([Math.floor(256 / n)]));
  }
});

test('of 2^32 words each value owns floor(2^32 / n): counted at the ends of its stretch', () => {
  const range = 2 ** 32;
  for (const n of [3, 10, 1000, 2 ** 21 - 1, 2 ** 21])
    for (const value of [0, 1, 2, Math.floor(n / 2), n - 1]) {
      const first = Math.ceil((value * range) / n);
      const last = Math.ceil(((value + 1) * range) / n) - 1;
      expect([share(first + 1, n, range), share(last, n, range)]).toEqual([value, value]);
      const rejected = share(first, n, range) === -1 ? 1 : 0;
      expect(last - first + 1 - rejected).toBe(Math.floor(range / n));
    }
});

test('a rejected word is replaced by the next one', () => {
  expect(uniform(replayedEntropy([0, 2 ** 31]))(3)).toBe(1);
  expect(() => uniform(replayedEntropy([0]))(3)).toThrow(Fault);
});

test('n = 1 needs no randomness', () => {
  expect(uniform(replayedEntropy([]))(1)).toBe(0);
  expect(uniform(replayedEntropy([]))(1n)).toBe(0n);
});

test('beyond 2^21 the top bits of two words decide, and values from n on are drawn again', () => {
  expect(uniform(replayedEntropy([2 ** 21 - 1, 2 ** 32 - 1]))(2 ** 53)).toBe(2 ** 53 - 1);
  expect(uniform(replayedEntropy([2 ** 20, 5]))(2 ** 53)).toBe(2 ** 52 + 5);
  expect(uniform(replayedEntropy([2 ** 21 - 1, 0, 2 ** 20, 0]))(2 ** 52 + 1)).toBe(2 ** 52);
});

test('bigint n beyond 2^53: every pattern of the two highest bits, below three quarters of 2^64', () => {
  for (let pattern = 0; pattern < 4; pattern++) {
    const value = uniform(replayedEntropy([pattern * 2 ** 30, 7, 2, 3]))(3n * 2n ** 62n);
    expect(value).toBe(pattern < 3 ? (BigInt(pattern) << 62n) + 7n : (2n << 32n) + 3n);
  }
});

test('bigint n beyond one word uses each word once, highest first', () =>
  expect(uniform(replayedEntropy([1, 2, 3]))(2n ** 96n)).toBe((1n << 64n) | (2n << 32n) | 3n));

test.each([
  ['product', 1000],
  ['bits', 3 * 2 ** 30],
  ['wide bits', 5 * 2 ** 49],
] as const)('large n by %s: twenty equal classes, and one class in two 5 percent too wide is noticed', (_, n) => {
  const below = uniform(reproducibleEntropy(11));
  const values = Array.from({ length: 100_000 }, () => Math.floor((below(n) / n) * 20));
  expect(misfit(values, () => 1 / 20)).toBeLessThan(4);
  expect(misfit(values, value => (value < 10 ? 1.05 : 0.95) / 20)).toBeGreaterThan(8);
});

test.each([2, 7, 2 ** 21 + 1, 2 ** 53])('both forms of n = %i draw alike', n => {
  const [number, bigint] = [uniform(reproducibleEntropy(12)), uniform(reproducibleEntropy(12))];
  for (let draw = 0; draw < 100; draw++) expect(bigint(BigInt(n))).toBe(BigInt(number(n)));
});

test.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53 + 2])('below(%s) is refused', n =>
  expect(() => uniform(replayedEntropy([]))(n)).toThrow(Refusal),
);

test.each([0n, -3n])('below(%s) is refused', n => expect(() => uniform(replayedEntropy([]))(n)).toThrow(Refusal));
