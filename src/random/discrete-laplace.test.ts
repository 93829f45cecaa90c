import { expect, test } from 'vitest';
import { enumerate, probabilityBounds } from '../../test/support/exactly.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Refusal } from '../vocabulary/index.ts';
import { discreteLaplace, laplaceAttempt, largeAttempt, smallAttempt } from './discrete-laplace.ts';
import { replayedEntropy } from './entropy.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { type Below, uniform } from './uniform.ts';

const of = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

const mass = (scale: number) => (value: number) => Math.tanh(1 / (2 * scale)) * Math.exp(-Math.abs(value) / scale);

test.each([
  [1n, 1n],
  [2n, 1n],
  [3n, 2n],
  [1n, 3n],
])('scale %i/%i: all draws replayed bracket every probability, and exclude a scale 5 percent off', (t, s) => {
  const scale = Number(t) / Number(s);
  const all = enumerate(below => laplaceAttempt(below, of(t, s))(), { rarerThan: 2 ** 24 });
  for (let value = -4; value <= 4; value++) {
    const { lower, upper } = probabilityBounds(all, `${value}`);
    expect(lower).toBeLessThanOrEqual(mass(scale)(value));
    expect(upper).toBeGreaterThanOrEqual(mass(scale)(value));
  }
  const atZero = probabilityBounds(all, '0');
  expect(mass(scale * 1.05)(0)).toBeLessThan(atZero.lower);
  expect(mass(scale * 0.95)(0)).toBeGreaterThan(atZero.upper);
});

test.each([
  [2n, 1n],
  [3n, 2n],
])('scale %i/%i: small and large integers have the same distribution, to the last path', (t, s) => {
  const [small, large] = [smallAttempt, largeAttempt].map(attempt =>
    enumerate(below => attempt(below, of(t, s))(), { rarerThan: 2 ** 16 }),
  );
  expect(new Map(small.masses)).toEqual(new Map(large.masses));
  expect(small.rest).toEqual(large.rest);
});

test.each([
  [10n, 1n, 'small'],
  [50n, 7n, 'small'],
  [10n ** 31n, 10n ** 30n, 'large'],
])('scale %i/%i in %s integers fits, and does not fit a scale 5 percent off', (t, s) => {
  const noise = discreteLaplace(uniform(reproducibleEntropy(2020)), of(t, s));
  const values = Array.from({ length: 100_000 }, () => Number(noise()));
  const scale = Number(t) / Number(s);
  expect(misfit(values, mass(scale))).toBeLessThan(4);
  expect(misfit(values, mass(scale * 1.05))).toBeGreaterThan(8);
  expect(misfit(values, mass(scale * 0.95))).toBeGreaterThan(8);
});

test('noise may be wider than any double: scale 10^40', () => {
  const noise = discreteLaplace(uniform(reproducibleEntropy(40)), of(10n ** 40n, 1n));
  const unit = 10n ** 39n;
  const values = Array.from({ length: 20_000 }, () => Number(noise() / unit));
  const expected = (value: number) => {
    const tail = (from: number) => Math.exp(-from / 10) / 2;
    return value === 0 ? 1 - 2 * tail(1) : tail(Math.abs(value)) - tail(Math.abs(value) + 1);
  };
  expect(misfit(values, expected)).toBeLessThan(4);
});

test('a run of coins so long that no double holds the sum is added in large integers', () => {
  const heads = 2 ** 21 + 1;
  let coins = 0;
  const below = ((n: number) => {
    if (n !== 6) return n - 1;
    coins += 1;
    return coins <= heads ? 1 : 5;
  }) as Below;
  const drawn = smallAttempt(below, of(2n ** 32n, 3n))();
  expect(drawn).toBe(-((2n ** 32n - 1n + BigInt(heads) * 2n ** 32n) / 3n));
});

test.each([of(0n, 1n), of(-1n, 1n), of(1n, 0n), of(1n, -1n)])('scale %o is refused before any draw', scale =>
  expect(() => discreteLaplace(uniform(replayedEntropy([])), scale)).toThrow(Refusal),
);
