/** Errors beside those of others: what the bench says of a ratio is what repeated benches would find. */
import { expect, it } from 'vitest';
import { confirms, ratioOf, rootMeanSquare } from '../bench/accuracy/statistics.ts';
import { reproducibleEntropy, uniform } from '../src/random/index.ts';

const below = uniform(reproducibleEntropy(3));
/** Squares of a two-sided exponential variable of scale 1, whose root mean square is the root of 2. */
const squares = (runs: number, times = 1): number[] =>
  Array.from({ length: runs }, () => (times * Math.log((below(2 ** 30) + 1) / 2 ** 30)) ** 2);

it('finds the root of the mean of squares', () => {
  expect(rootMeanSquare([9, 16, 25, 50]).value).toBe(5);
  expect(rootMeanSquare([4, 4, 4])).toEqual({ value: 2, relative: 0 });
});

it('covers the true ratio in about 95 of 100 benches', () => {
  const covered = Array.from({ length: 1000 }, () => {
    const [low, high] = ratioOf(rootMeanSquare(squares(500, 3)), rootMeanSquare(squares(400, 2))).interval95;
    return low <= 1.5 && 1.5 <= high;
  }).filter(Boolean).length;
  expect(covered).toBeGreaterThan(920);
  expect(covered).toBeLessThan(975);
});

it('takes what is known by law as certain', () => {
  const { value, interval95 } = ratioOf({ value: 3, relative: 0 }, { value: 2, relative: 0 });
  expect([value, ...interval95]).toEqual([1.5, 1.5, 1.5]);
});

it('confirms a law that holds, and no law that is off by a tenth', () => {
  const runs = rootMeanSquare(squares(20_000));
  expect(confirms(runs, Math.SQRT2)).toBe(true);
  expect(confirms(runs, Math.SQRT2 * 1.1)).toBe(false);
  expect(confirms(runs, Math.SQRT2 / 1.1)).toBe(false);
});
