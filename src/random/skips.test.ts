import { expect, test } from 'vitest';
import { allows, enumerate, restOf } from '../../test/support/exactly.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Refusal } from '../vocabulary/index.ts';
import { replayedEntropy } from './entropy.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { skips } from './skips.ts';
import { uniform } from './uniform.ts';

const of = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

/** P[min(G, limit) = value] as an exact fraction. */
function geometric(p: bigint, q: bigint, limit: number, value: number) {
  const passed = of((q - p) ** BigInt(value), q ** BigInt(value));
  return value === limit ? passed : of(passed.numerator * p, passed.denominator * q);
}

const rates: [bigint, bigint][] = [
  [1n, 2n],
  [1n, 3n],
  [3n, 4n],
  [1n, 10n],
  [2n, 7n],
  [0n, 1n],
  [1n, 1n],
];

test.each(rates.flatMap(rate => [1, 2, 3].map(look => [...rate, look] as const)))(
  'rate %i/%i, looking at %i bits: every skip has the geometric probability',
  (p, q, look) => {
    const limit = 6;
    const all = enumerate(below => skips(below, of(p, q), look)(limit), { rarerThan: 2 ** 20 });
    expect(restOf(all)).toBeLessThan(0.02);
    for (let value = 0; value <= limit; value++)
      expect(allows(all, `${value}`, geometric(p, q, limit, value))).toBe(true);
  },
);

test('the same enumeration excludes a rate 5 percent off', () => {
  const all = enumerate(below => skips(below, of(1n, 3n), 1)(6), { rarerThan: 2 ** 20 });
  expect(allows(all, '0', of(35n, 100n))).toBe(false);
  expect(allows(all, '0', of(95n, 300n))).toBe(false);
});

test.each([
  [1n, 20n],
  [7n, 300n],
])('rate %i/%i with the usual look fits, and does not fit a rate 5 percent off', (p, q) => {
  const skip = skips(uniform(reproducibleEntropy(7)), of(p, q));
  const values = Array.from({ length: 100_000 }, () => skip(1e9));
  const mass = (rate: number) => (value: number) => rate * (1 - rate) ** value;
  const rate = Number(p) / Number(q);
  expect(misfit(values, mass(rate))).toBeLessThan(4);
  expect(misfit(values, mass(rate * 1.05))).toBeGreaterThan(8);
  expect(misfit(values, mass(rate * 0.95))).toBeGreaterThan(8);
});

test('a rate too small for any double passes every row that can be counted', () => {
  const skip = skips(uniform(reproducibleEntropy(7)), of(1n, 10n ** 400n));
  expect(skip(Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
});

test.each([of(-1n, 2n), of(3n, 2n), of(1n, 0n)])('rate %o is refused', rate =>
  expect(() => skips(uniform(replayedEntropy([])), rate)).toThrow(Refusal),
);
