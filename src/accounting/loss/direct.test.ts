import { describe, expect, test } from 'vitest';
import { epsilons, hockeyStick, power, product, type Table } from '../../../test/support/loss-tables.ts';
import { composedAtoms, distanceOf, epsilonOf, profilesOf } from './direct.ts';
import { deltaOf, type LossPair } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { gaussian } from './pairs/gaussian.ts';
import { laplace } from './pairs/laplace.ts';
import { reached } from './schemes/scheme.ts';
import type { Bounded } from './workload.ts';

const response: Table = [
  [0.8, 0.2],
  [0.2, 0.8],
];
const three: Table = [
  [0.1, 0],
  [0.6, 0.4],
  [0.3, 0.5],
  [0, 0.1],
];
const pairOf = (table: Table): LossPair => atomicPair(table.map(([p, q]) => atom(p, q)));
const times = (pair: LossPair, count: number): Bounded => ({ bounds: reached(pair), count });

describe('composedAtoms', () => {
  test.each([
    ['one kind', [times(pairOf(response), 9)], power(response, 9)],
    ['outcomes that tell for sure', [times(pairOf(three), 5)], power(three, 5)],
    ['two kinds', [times(pairOf(response), 4), times(pairOf(three), 3)], product(power(response, 4), power(three, 3))],
  ])('%s: every sequence of answers', (_, bounded, table) => {
    const pair = composedAtoms(bounded);
    if (pair === undefined) throw new TypeError('few outcomes are composed one by one');
    for (const epsilon of epsilons) {
      const { lower, upper } = deltaOf(pair, epsilon);
      const truth = hockeyStick(table, epsilon);
      expect(lower).toBeLessThanOrEqual(truth + 1e-13);
      expect(upper).toBeGreaterThanOrEqual(truth - 1e-13);
      expect(upper - lower).toBeLessThan(1e-10);
    }
  });

  test('a thousand coins: their tail by its own sum', () => {
    const pair = composedAtoms([times(pairOf(response), 1000)]);
    // all answers alike: loss 1000·ln 4
    expect(pair?.highest).toBeCloseTo(1000 * Math.log(4), 8);
    const tail = { p: 0, q: 0, error: 0 };
    pair?.upper(pair.highest - 1, tail);
    expect(tail.p).toBeCloseTo(1000 * Math.log(0.8), 9);
  });

  test('what is too large, not a table or not reached is left to lattices', () => {
    expect(composedAtoms([times(pairOf(three), 1000)])).toBeUndefined();
    expect(composedAtoms([times(laplace(1), 2)])).toBeUndefined();
    const bound = { ...reached(pairOf(response)), tight: false };
    expect(composedAtoms([{ bounds: bound, count: 2 }])).toBeUndefined();
  });
});

describe('epsilonOf', () => {
  test.each([
    ['gaussian', gaussian(1)],
    ['laplace', laplace(1)],
    ['table', pairOf(response)],
    ['many answers', composedAtoms([times(pairOf(response), 40)]) ?? laplace(1)],
  ])('%s: where delta falls to the wanted value', (_, pair) => {
    const profiles = profilesOf(pair, [pair], pair.highest);
    for (const delta of [0.3, 0.01, 1e-9, 1e-30]) {
      const { lower, upper } = epsilonOf(profiles, delta);
      expect(lower).toBeLessThanOrEqual(upper);
      expect(profiles.upper(upper)).toBeLessThanOrEqual(delta);
      if (lower > 0) expect(profiles.lower(lower)).toBeGreaterThan(delta);
      expect(upper - lower).toBeLessThan(1e-9 * (1 + upper));
    }
  });

  test('0 where nothing needs to be hidden, none where certain tells outweigh delta', () => {
    expect(epsilonOf(profilesOf(laplace(1), [laplace(1)], 1), 0.9)).toEqual({ lower: 0, upper: 0 });
    const revealing = pairOf(three);
    const never = epsilonOf(profilesOf(revealing, [revealing], Infinity), 0.05);
    expect(never.upper).toBe(Infinity);
    expect(never.lower).toBeGreaterThan(1e8);
  });

  test('Laplace: 1 - 2·ln(1/(1-delta)) in closed form', () => {
    const { lower, upper } = epsilonOf(profilesOf(laplace(1), [laplace(1)], 1), 0.1);
    const truth = 1 + 2 * Math.log1p(-0.1);
    expect(lower).toBeLessThanOrEqual(truth);
    expect(upper).toBeGreaterThanOrEqual(truth);
  });
});

test('profiles take the largest example, the bound, and 0 beyond the largest loss', () => {
  const { upper, lower } = profilesOf(gaussian(1), [laplace(0.2), gaussian(0.5), laplace(1)], 3);
  for (const epsilon of [-1, 0, 0.5, 2.9]) {
    expect(upper(epsilon)).toBe(deltaOf(gaussian(1), epsilon).upper);
    expect(lower(epsilon)).toBe(
      Math.max(
        ...[laplace(0.2), gaussian(0.5), laplace(1)].map(pair => deltaOf(pair, epsilon).lower),
        -Math.expm1(epsilon),
      ),
    );
  }
  expect(upper(3)).toBe(0);
});

test('distanceOf: no event changes its chance by more, in any sequence of answers', () => {
  for (const [bounded, table] of [
    [[times(pairOf(response), 5)], power(response, 5)],
    [[times(pairOf(three), 4)], power(three, 4)],
    [[times(pairOf(response), 2), times(pairOf(three), 3)], product(power(response, 2), power(three, 3))],
  ] as const)
    expect(distanceOf(bounded)).toBeGreaterThanOrEqual(hockeyStick(table, 0));
  // one step is exact, and outcomes that tell for sure add up exactly
  expect(distanceOf([times(pairOf(response), 1)])).toBeCloseTo(0.6, 10);
  const sure: Table = [
    [0.1, 0],
    [0.9, 0.9],
    [0, 0.1],
  ];
  expect(distanceOf([times(pairOf(sure), 3)])).toBeCloseTo(hockeyStick(power(sure, 3), 0), 10);
});
