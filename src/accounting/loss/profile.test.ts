import { describe, expect, test } from 'vitest';
import { deltaOnLattice, shapes, sumOf, timesOf } from '../../../test/support/loss-lattices.ts';
import { epsilons, hockeyStick, power, type Table } from '../../../test/support/loss-tables.ts';
import { deltaOf, type LossPair } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { gaussian } from './pairs/gaussian.ts';
import { laplace } from './pairs/laplace.ts';
import { aboveProfile, coinDelta, isProfile, joined, type Profile, spanOfProfile, upperDelta } from './profile.ts';

/** All distributions over three outcomes in steps of a quarter. */
const distributions = [0, 1, 2, 3, 4].flatMap(a =>
  [0, 1, 2, 3, 4].filter(b => a + b <= 4).map(b => [a / 4, b / 4, (4 - a - b) / 4]),
);
const tableOf = (p: readonly number[], q: readonly number[]): Table => p.map((mass, i) => [mass, q[i]]);
const pairOf = (table: Table): LossPair => atomicPair(table.map(([p, q]) => atom(p, q)));

describe('coinDelta', () => {
  test('covers every coin over two alternatives', () => {
    const [rate, points] = [0.3, [0, 0.1, 0.4]];
    let closest = Infinity;
    for (const absent of distributions) {
      for (const one of distributions) {
        const apart = pairOf(tableOf(one, absent));
        for (const other of distributions) {
          const close = pairOf(tableOf(one, other));
          const mixed: Table = absent.map((mass, i) => [
            (1 - rate) * mass + rate * one[i],
            (1 - rate) * mass + rate * other[i],
          ]);
          for (const epsilon of points)
            closest = Math.min(closest, coinDelta(apart, close, rate, epsilon) - hockeyStick(mixed, epsilon));
        }
      }
    }
    expect(closest).toBeGreaterThanOrEqual(-1e-15);
    expect(closest).toBeLessThan(1e-14); // and is reached
  });

  test('keeps its digits at tiny rates', () => {
    const rate = 1e-9;
    const delta = coinDelta(laplace(1), laplace(2), rate, 0);
    expect(delta / (rate * deltaOf(laplace(2), 0).upper)).toBeCloseTo(1, 12);
  });
});

const profileOf = (pair: LossPair): Profile => ({
  kind: 'profile',
  highest: pair.infinite > 0 ? Infinity : pair.highest,
  delta: epsilon => deltaOf(pair, epsilon).upper,
});

describe('aboveProfile', () => {
  test.each(Object.entries(shapes))('%s: reveals at least what the profile says, between points too', (_, pair) => {
    const profile = profileOf(pair);
    // infinite losses make the span as wide as it may be
    for (const step of pair.infinite > 0 ? [0.3, 0.05] : [0.3, 0.05, 0.004]) {
      const lattice = { ...aboveProfile(profile, step, spanOfProfile(profile, step, 1e-9)) };
      for (const epsilon of [...epsilons, ...epsilons.map(e => e / 7 + 0.0021)])
        expect(deltaOnLattice(lattice, epsilon)).toBeGreaterThanOrEqual(deltaOf(pair, epsilon).lower - 1e-14);
      const total = lattice.masses.reduce((sum, mass) => sum + mass, lattice.infinite);
      expect(total).toBeCloseTo(1, 10);
      expect(Math.min(...lattice.masses)).toBeGreaterThanOrEqual(0);
    }
    const fine = aboveProfile(profile, 0.01, spanOfProfile(profile, 0.01, 1e-9));
    expect(deltaOnLattice(fine, 0.2) - deltaOf(pair, 0.2).upper).toBeLessThan(1e-4);
  });

  test('a bound that is no pair’s profile gives the greatest convex one below it, still above the truth', () => {
    const [one, other] = [gaussian(0.5), laplace(1)];
    const worse: Profile = {
      kind: 'profile',
      highest: Infinity,
      // with a bump that no profile can have
      delta: e => Math.max(deltaOf(one, e).upper, deltaOf(other, e).upper) + (Math.abs(e - 0.5) < 0.1 ? 0.02 : 0),
    };
    const lattice = aboveProfile(worse, 0.02, spanOfProfile(worse, 0.02, 1e-12));
    for (const epsilon of epsilons) {
      for (const pair of [one, other])
        expect(deltaOnLattice(lattice, epsilon)).toBeGreaterThanOrEqual(deltaOf(pair, epsilon).lower - 1e-14);
    }
    expect(deltaOnLattice(lattice, 0.5)).toBeLessThan(worse.delta(0.5) - 0.01);
  });

  test('composed two to five times it still covers the mechanism', () => {
    const table: Table = [
      [0.6, 0.2],
      [0.3, 0.4],
      [0.1, 0.4],
    ];
    const profile = profileOf(pairOf(table));
    for (const step of [0.2, 0.031]) {
      const lattice = aboveProfile(profile, step, spanOfProfile(profile, step, 1e-12));
      for (const count of [2, 3, 5]) {
        const product = power(table, count);
        for (const epsilon of epsilons)
          expect(deltaOnLattice(timesOf(lattice, count), epsilon)).toBeGreaterThanOrEqual(
            hockeyStick(product, epsilon) - 1e-13,
          );
      }
      expect(deltaOnLattice(sumOf(lattice, lattice), 0.3) - hockeyStick(power(table, 2), 0.3)).toBeLessThan(2 * step);
    }
  });
});

test('joined completes both directions for negative epsilon', () => {
  const pair = pairOf([
    [0.5, 0.2],
    [0.5, 0.8],
  ]);
  const back = pairOf([
    [0.2, 0.5],
    [0.8, 0.5],
  ]);
  const whole = joined(
    e => deltaOf(pair, e).upper,
    e => deltaOf(back, e).upper,
    pair.highest,
  );
  for (const epsilon of epsilons.filter(e => e < pair.highest))
    expect(whole.delta(epsilon)).toBeCloseTo(deltaOf(pair, epsilon).upper, 13);
  expect(whole.delta(pair.highest)).toBe(0);
});

test('a profile is told from a pair, and both are read alike', () => {
  const profile = profileOf(laplace(1));
  expect([isProfile(profile), isProfile(laplace(1)), isProfile(pairOf([[1, 1]]))]).toEqual([true, false, false]);
  expect(upperDelta(profile, 0.3)).toBe(upperDelta(laplace(1), 0.3));
});

test('the span of a profile holds all but the cut', () => {
  const { first, last } = spanOfProfile(profileOf(gaussian(1)), 0.1, 1e-9);
  expect(first).toBe(-last);
  expect(deltaOf(gaussian(1), last * 0.1).upper).toBeLessThan(1e-9);
  expect(deltaOf(gaussian(1), last * 0.05).upper).toBeGreaterThan(1e-9);
  expect(spanOfProfile(profileOf(laplace(1)), 0.3, 1e-9)).toEqual({ first: -4, last: 4 });
});

test('what has infinite loss does not stretch the span: it ends where the finite losses do', () => {
  const ends = (infinite: number): number =>
    spanOfProfile(
      { kind: 'profile', highest: Infinity, delta: epsilon => infinite + (1 - infinite) * Math.exp(-40 * epsilon) },
      0.01,
      1e-12,
    ).last * 0.01;
  expect(ends(0)).toBeLessThan(2.1);
  expect(ends(1e-6)).toBeLessThanOrEqual(ends(0));
});
