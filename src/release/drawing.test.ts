import { describe, expect, test } from 'vitest';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { drawGroups } from './drawing.ts';

const below = uniform(reproducibleEntropy(2024));
const RUNS = 60_000;
const rate = rational.ratio(2n, 5n);

/** Every list of groups that the table can give, as a number; lists of different lengths differ. */
const numberOf = (groups: readonly number[]): number => groups.reduce((sum, group) => 3 * sum + group + 1, 0);
const listOf = (number: number): number[] =>
  number === 0 ? [] : [...listOf(Math.floor((number - 1) / 3)), (number - 1) % 3];

const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
const occurrences = (list: readonly number[], group: number): number => list.filter(each => each === group).length;

/** Binomial counts of each group, then every order of them alike. */
const lawOf =
  (counts: readonly number[], chance: number, threshold: number) =>
  (number: number): number => {
    const list = listOf(number);
    if (list.some(group => group >= counts.length)) return 0;
    const orders = counts.reduce(
      ({ ways, left }, _, group) => ({
        ways: ways * choose(left, occurrences(list, group)),
        left: left - occurrences(list, group),
      }),
      { ways: 1, left: list.length },
    ).ways;
    const masses = counts.map((count, group) => {
      const shown = occurrences(list, group);
      const mass = (k: number): number => choose(count, k) * chance ** k * (1 - chance) ** (count - k);
      if (shown >= threshold) return mass(shown);
      const dropped = Array.from({ length: Math.min(threshold, count + 1) }, (_, k) => mass(k));
      return shown === 0 ? dropped.reduce((sum, each) => sum + each) : 0;
    });
    return masses.reduce((product, mass) => product * mass, 1) / orders;
  };

describe.each([
  [[2, 2], 1],
  [[1, 3], 1],
  [[1, 2, 1], 1],
  [[4], 1],
  [[3, 1], 2],
  [[2, 2], 2],
])('groups of %j, at least %i of each', (counts, threshold) => {
  const lists = Array.from({ length: RUNS }, () => drawGroups(below, counts, { rate, threshold }));
  const numbers = lists.map(numberOf);
  const law = lawOf(counts, toNumber(rate, 'nearest'), threshold);

  test('every sample and every order has its exact chance', () => {
    const every = Array.from({ length: 3 ** 5 }, (_, number) => law(number));
    expect(every.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 12);
    expect(misfit(numbers, law)).toBeLessThan(4);
  });

  test('another rate is told apart', () => expect(misfit(numbers, lawOf(counts, 0.42, threshold))).toBeGreaterThan(4));
});

test('rows that are not put in random order are told apart', () => {
  const unshuffled = Array.from({ length: RUNS }, () =>
    drawGroups(below, [2, 2], { rate, threshold: 1 }).sort((one, other) => one - other),
  );
  expect(misfit(unshuffled.map(numberOf), lawOf([2, 2], 0.4, 1))).toBeGreaterThan(40);
});

test('groups without rows are passed over', () => {
  const all = drawGroups(below, [0, 2, 0, 1, 0], { rate: rational.one, threshold: 1 });
  expect(all.sort()).toEqual([1, 1, 3]);
  expect(drawGroups(below, [], { rate, threshold: 1 })).toEqual([]);
});
