import { expect, test } from 'vitest';
import { enumerate, exactly, probabilityBounds, restOf } from '../../test/support/exactly.ts';
import { Refusal } from '../vocabulary/index.ts';
import { bernoulli, bernoulliExp, coinOfInverseE, exponentialCoin } from './bernoulli.ts';
import { replayedEntropy } from './entropy.ts';
import { uniform } from './uniform.ts';

const of = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

test('a coin of probability p/q', () => {
  expect(exactly(below => bernoulli(below, of(2n, 3n)))).toEqual({ true: '2/3', false: '1/3' });
  expect(exactly(below => bernoulli(below, of(0n, 4n)))).toEqual({ false: '1' });
  expect(exactly(below => bernoulli(below, of(4n, 4n)))).toEqual({ true: '1' });
});

test.each([
  [1n, 4n],
  [1n, 2n],
  [2n, 3n],
  [1n, 1n],
  [3n, 2n],
  [7n, 3n],
])('a coin of probability exp(-%i/%i), and not of an exponent 1 percent off', (p, q) => {
  const { lower, upper } = probabilityBounds(
    enumerate(below => bernoulliExp(below, of(p, q)), { rarerThan: 2 ** 24 }),
    'true',
  );
  const exponent = Number(p) / Number(q);
  expect(lower).toBeLessThan(Math.exp(-exponent));
  expect(upper).toBeGreaterThan(Math.exp(-exponent));
  expect(lower).toBeGreaterThan(Math.exp(-exponent * 1.01));
  expect(upper).toBeLessThan(Math.exp(-exponent * 0.99));
});

test('exp(0) is certain, and a huge exponent ends at once', () => {
  expect(exactly(below => bernoulliExp(below, of(0n, 5n)))).toEqual({ true: '1' });
  const huge = enumerate(below => bernoulliExp(below, of(10n ** 30n, 1n)), { rarerThan: 2 ** 20 });
  expect(restOf(huge)).toBeLessThan(0.01);
});

test('exp(-1) in one draw of six and, rarely, more: within 1e-6', () => {
  const { lower, upper } = probabilityBounds(enumerate(coinOfInverseE, { rarerThan: 2 ** 30 }), 'true');
  expect(lower).toBeLessThanOrEqual(Math.exp(-1));
  expect(upper).toBeGreaterThanOrEqual(Math.exp(-1));
  expect(upper - lower).toBeLessThan(1e-6);
});

test('numbers and bigints draw alike', () => {
  const options = { rarerThan: 2 ** 20 };
  const large = enumerate(below => exponentialCoin(below, 2n, 3n), options);
  expect(enumerate(below => exponentialCoin(below, 2, 3), options)).toEqual(large);
});

const below = uniform(replayedEntropy([]));

test.each([of(-1n, 2n), of(1n, 0n), of(1n, -2n), of(3n, 2n)])('probability %o is refused', ratio =>
  expect(() => bernoulli(below, ratio)).toThrow(Refusal),
);

test.each([of(-1n, 2n), of(1n, 0n), of(0n, 0n)])('exponent %o is refused', ratio =>
  expect(() => bernoulliExp(below, ratio)).toThrow(Refusal),
);

test('fractions of doubles are refused, NaN among them', () => {
  const notExact = { numerator: Number.NaN, denominator: 1 } as unknown as { numerator: bigint; denominator: bigint };
  expect(() => bernoulli(below, notExact)).toThrow(Refusal);
  expect(() => bernoulliExp(below, notExact)).toThrow(Refusal);
});
