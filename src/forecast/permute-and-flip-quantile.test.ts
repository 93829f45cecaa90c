import { expect, test } from 'vitest';
import { exponentialMoments } from './exponential-quantile.ts';
import { permuteAndFlipMoments } from './permute-and-flip-quantile.ts';

/** How far each candidate misses the rank, as questions count it: a value that many rows share counts all of them. */
const missesOf = (values: readonly number[], rank: number, most: number): number[] =>
  Array.from({ length: most + 1 }, (_, candidate) => {
    const below = values.filter(value => value < candidate).length;
    const above = values.filter(value => value > candidate).length;
    return Math.max(below - rank * values.length, above - (1 - rank) * values.length);
  });

/** The law of permute-and-flip in closed form: the polynomials of the other coins, integrated. */
const flipLaw = (coins: readonly number[]): number[] =>
  coins.map((coin, c) => {
    const polynomial = coins.reduce<readonly number[]>(
      (product, other, s) =>
        s === c ? product : [...product, 0].map((each, power) => each - (power === 0 ? 0 : other * product[power - 1])),
      [1],
    );
    return coin * polynomial.reduce((sum, each, power) => sum + each / (power + 1), 0);
  });

function byLaw(values: readonly number[], rank: number, most: number, change: number, epsilon: number) {
  const misses = missesOf(values, rank, most);
  const least = Math.min(...misses);
  const chances = flipLaw(misses.map(miss => Math.exp((-epsilon * (miss - least)) / (2 * change))));
  const centre = chances.reduce((sum, chance, value) => sum + chance * value, 0);
  return { centre, variance: chances.reduce((sum, chance, value) => sum + chance * (value - centre) ** 2, 0) };
}

test.each([
  [[1, 2, 4, 7, 9], 0.5, 1],
  [[3, 3, 3, 4], 0.5, 4],
  [[5, 5, 5], 0.5, 0.1],
  [[0, 0, 10], 0.5, 1],
  [[1, 2, 4, 7, 9, 9], 0.2, 2],
  [[1, 2, 2, 2, 2, 9], 0.9, 3],
  [[2], 1, 1],
  [[2, 3], 0, 0.5],
  [[], 0.5, 1],
])('of %j at rank %d and epsilon %d, as the mechanism draws', (values, rank, epsilon) => {
  for (const [relation, change] of [
    ['replace-one', 1],
    ['add-remove', Math.max(rank, 1 - rank)],
  ] as const) {
    const question = { quantile: rank, min: 0, max: 10, relation, step: 1 };
    const found = permuteAndFlipMoments(Float64Array.from(values), question, epsilon);
    const expected = byLaw(values, rank, 10, change, epsilon);
    expect(Math.abs(found.centre - expected.centre)).toBeLessThan(1e-4);
    expect(Math.abs(found.variance / expected.variance - 1)).toBeLessThan(1e-3);
  }
});

test('steps and bounds scale it', () => {
  const question = { quantile: 0.5, relation: 'add-remove' } as const;
  const values = [1, 2, 4, 7, 9];
  const plain = permuteAndFlipMoments(Float64Array.from(values), { ...question, min: 0, max: 10, step: 1 }, 1);
  const scaled = values.map(value => 100 + value / 4);
  const other = permuteAndFlipMoments(Float64Array.from(scaled), { ...question, min: 100, max: 102.5, step: 0.25 }, 1);
  expect(other.centre).toBeCloseTo(100 + plain.centre / 4, 9);
  expect(other.variance).toBeCloseTo(plain.variance / 16, 9);
});

test('fine steps are the exponential mechanism, coarse ones are nearer to the rank', () => {
  const sorted = Float64Array.from({ length: 400 }, (_, i) => (i * 10) / 400 + 0.01);
  const question = { quantile: 0.5, min: 0, max: 10, relation: 'add-remove' } as const;
  const limit = exponentialMoments(sorted, question, 0.5).variance;
  expect(permuteAndFlipMoments(sorted, { ...question, step: 1e-6 }, 0.5).variance / limit).toBeCloseTo(1, 2);
  expect(permuteAndFlipMoments(sorted, { ...question, step: 0.025 }, 0.5).variance / limit).toBeLessThan(0.95);
});
