import { describe, expect, test } from 'vitest';
import { enumerate, probabilityBounds } from '../../test/support/exactly.ts';
import { flipChances } from '../../test/support/flip-law.ts';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { Refusal } from '../vocabulary/index.ts';
import type { Run } from './exponential-weights.ts';
import { permuteAndFlip } from './permute-and-flip.ts';
import { reproducibleEntropy } from './reproducible-entropy.ts';
import { uniform } from './uniform.ts';

const run = (size: bigint, numerator: bigint, denominator = 1n): Run => ({
  size,
  exponent: { numerator, denominator },
});

/** The chance of each run, exponents times a factor. */
function chances(runs: readonly Run[], factor = 1): number[] {
  const coins = runs.flatMap(({ size, exponent }) => {
    const coin = Math.exp((-factor * Number(exponent.numerator)) / Number(exponent.denominator));
    return Array.from({ length: Number(size) }, () => coin);
  });
  const law = flipChances(coins);
  return runs.map(({ size }) => law.splice(0, Number(size)).reduce((a, b) => a + b, 0));
}

describe('all draws replayed', () => {
  const apart = [run(1n, 0n), run(1n, 1n)];
  const replayed = (runs: readonly Run[]) =>
    enumerate(below => permuteAndFlip(below, runs, { bits: 1, look: 1 }).run, { rarerThan: 2 ** 18 });
  const allApart = replayed(apart);

  test.each([
    ['two alike', [run(2n, 0n)], 0],
    ['one level apart', apart, 0.02],
    ['a level and a half', [run(1n, 0n), run(1n, 3n, 2n)], 0.04],
    ['within a level', [run(1n, 0n), run(1n, 1n, 2n)], 0.04],
    ['three of them', [run(1n, 0n), run(2n, 1n)], 0.11],
  ] as [string, Run[], number][])('%s: they bracket every probability', (_, runs, width) => {
    const all = runs === apart ? allApart : replayed(runs);
    chances(runs).forEach((chance, i) => {
      const { lower, upper } = probabilityBounds(all, `${i}`);
      expect(lower).toBeLessThanOrEqual(chance);
      expect(upper).toBeGreaterThanOrEqual(chance);
      expect(upper - lower).toBeLessThanOrEqual(width);
    });
  });

  test('the exponential mechanism is outside of the brackets', () => {
    expect(probabilityBounds(allApart, '0').lower).toBeGreaterThan(1 / (1 + Math.exp(-1)));
  });
});

describe('many draws', () => {
  const of = (runs: readonly Run[], draws: number, seed: number, tuning = { bits: 96, look: 20 }): number[] => {
    const below = uniform(reproducibleEntropy(seed));
    return Array.from({ length: draws }, () => permuteAndFlip(below, runs, tuning).run);
  };
  const mass = (runs: readonly Run[], factor: number) => {
    const all = chances(runs, factor);
    return (value: number) => all[value] ?? 0;
  };

  test.each([
    [
      'few choices',
      [run(1n, 0n), run(3n, 1n, 3n), run(4n, 7n, 5n), run(2n, 5n, 2n), run(9n, 4n)],
      { bits: 96, look: 20 },
    ],
    ['few choices, coarsely proposed', [run(2n, 0n), run(1n, 9n, 10n), run(9n, 3n)], { bits: 1, look: 2 }],
    ['one good choice, many bad ones', [run(1n, 0n), run(20n, 2n), run(5n, 7n, 3n)], { bits: 4, look: 3 }],
  ])('%s: they fit the law, and not one with exponents 8 percent off', (_, runs, tuning) => {
    const drawn = of(runs, 30_000, 11, tuning);
    expect(misfit(drawn, mass(runs, 1))).toBeLessThan(4);
    expect(misfit(drawn, mass(runs, 1.08))).toBeGreaterThan(4);
    expect(misfit(drawn, mass(runs, 0.92))).toBeGreaterThan(4);
  });

  test('members of one run are equally likely', () => {
    const below = uniform(reproducibleEntropy(8));
    const drawn = Array.from({ length: 20_000 }, () => Number(permuteAndFlip(below, [run(5n, 0n)]).member));
    expect(misfit(drawn, () => 1 / 5)).toBeLessThan(4);
  });

  test('where heads are many it is the exponential mechanism: 2^60 choices of weight 1 in all, beside 1000 of exp(-1)', () => {
    const runs = [run(2n ** 60n, 60n), run(1000n, 1n), run(1n, 0n)];
    const weights = [2 ** 60 * Math.exp(-60), 1000 * Math.exp(-1), 1];
    const total = weights.reduce((a, b) => a + b);
    const drawn = of(runs, 20_000, 12);
    // by at most one part in the number of heads, some 369
    expect(drawn.filter(value => value === 1).length / 20_000).toBeCloseTo(weights[1] / total, 2);
  });

  test('choices that are hopeless are never made, however many there are', () => {
    expect(new Set(of([run(10n ** 30n, 10n ** 6n), run(1n, 0n)], 200, 9))).toEqual(new Set([1]));
  });
});

test('a best exponent above 0 is refused, and so is a negative one', () => {
  const below = uniform(reproducibleEntropy(1));
  expect(() => permuteAndFlip(below, [run(1n, 1n)])).toThrow(Refusal);
  expect(() => permuteAndFlip(below, [run(0n, 0n), run(1n, 1n)])).toThrow(Refusal);
  expect(() => permuteAndFlip(below, [run(1n, 0n), run(1n, -1n)])).toThrow(Refusal);
});
