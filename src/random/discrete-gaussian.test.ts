import { expect, test } from 'vitest';
import { enumerate, probabilityBounds } from '../../test/support/exactly.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Refusal } from '../vocabulary/index.ts';
import { discreteGaussian, gaussianAttempt, largeKeep, smallKeep } from './discrete-gaussian.ts';
import { replayedEntropy } from './entropy.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { uniform } from './uniform.ts';

const of = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

function mass(scale: number): (value: number) => number {
  const weight = (value: number) => Math.exp(-((value / scale) ** 2) / 2);
  let total = 0;
  for (let value = -Math.ceil(40 * scale); value <= 40 * scale; value++) total += weight(value);
  return value => weight(value) / total;
}

test.each([
  [1n, 1n],
  [1n, 2n],
])('scale %i/%i: all draws replayed bracket every probability, and exclude a scale 5 percent off', (a, b) => {
  const scale = Number(a) / Number(b);
  const all = enumerate(below => gaussianAttempt(below, of(a, b))(), { rarerThan: 2 ** 25 });
  for (let value = -3; value <= 3; value++) {
    const { lower, upper } = probabilityBounds(all, `${value}`);
    expect(lower).toBeLessThanOrEqual(mass(scale)(value));
    expect(upper).toBeGreaterThanOrEqual(mass(scale)(value));
  }
  const atZero = probabilityBounds(all, '0');
  expect(mass(scale * 1.05)(0)).toBeLessThan(atZero.lower);
  expect(mass(scale * 0.95)(0)).toBeGreaterThan(atZero.upper);
});

test.each([-3n, 0n, 1n, 5n])('proposal %i is kept alike in small and in large integers', proposal => {
  const [small, large] = [smallKeep, largeKeep].map(keep =>
    enumerate(below => keep(below, of(3n, 2n))(proposal), { rarerThan: 2 ** 20 }),
  );
  expect(small).toEqual(large);
});

test.each([
  [of(1n, 10n ** 9n), 1n],
  [of(1n, 10n ** 400n), 0n],
  [of(1n, 10n ** 400n), 1n],
  [of(3n, 1n), 2n ** 60n + 1n],
])('scale %o, proposal %i: what no double holds is left to large integers', (scale, proposal) => {
  const [small, large] = [smallKeep, largeKeep].map(keep =>
    enumerate(below => keep(below, scale)(proposal), { rarerThan: 2 ** 20 }),
  );
  expect(small).toEqual(large);
});

test.each([
  [10n, 1n, 'small'],
  [50n, 7n, 'small'],
  [10n ** 31n, 10n ** 30n, 'large'],
])('scale %i/%i in %s integers fits, and does not fit a scale 5 percent off', (a, b) => {
  const noise = discreteGaussian(uniform(reproducibleEntropy(2020)), of(a, b));
  const values = Array.from({ length: 50_000 }, () => Number(noise()));
  const scale = Number(a) / Number(b);
  expect(misfit(values, mass(scale))).toBeLessThan(4);
  expect(misfit(values, mass(scale * 1.05))).toBeGreaterThan(8);
  expect(misfit(values, mass(scale * 0.95))).toBeGreaterThan(8);
});

test.each([of(0n, 1n), of(-1n, 1n), of(1n, 0n), of(1n, -1n)])('scale %o is refused before any draw', scale =>
  expect(() => discreteGaussian(uniform(replayedEntropy([])), scale)).toThrow(Refusal),
);
