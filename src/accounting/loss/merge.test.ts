import { describe, expect, test } from 'vitest';
import { deltaOnLattice, fromAbove, fromBelow, shapes, timesOf } from '../../../test/support/loss-lattices.ts';
import { epsilons, hockeyStick, power, type Table } from '../../../test/support/loss-tables.ts';
import { alignment } from './alignment.ts';
import { spanOf, tabulate } from './lattice.ts';
import { below, belowReversed } from './merge.ts';
import { deltaOf } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { gaussian } from './pairs/gaussian.ts';
import { reversed } from './pairs/reversed.ts';
import { underCoin } from './schemes/coin.ts';

const everywhere = [...epsilons, ...epsilons.map(e => e / 7 + 0.003)];

describe('below', () => {
  test.each(Object.entries(shapes))('%s: reveals at most what the pair does, at every step and cut', (_, pair) => {
    for (const step of [0.7, 0.1, 0.013, 0.001]) {
      for (const cut of [1e-2, 1e-12]) {
        const lattice = fromBelow(pair, step, cut);
        for (const epsilon of everywhere)
          expect(deltaOnLattice(lattice, epsilon)).toBeLessThanOrEqual(deltaOf(pair, epsilon).upper + 1e-15);
        expect(lattice.masses.reduce((sum, mass) => sum + mass, lattice.infinite)).toBeLessThanOrEqual(1 + 1e-15);
        expect(Math.min(...lattice.masses)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test.each(Object.entries(shapes))('%s: keeps its mass on points so far apart that ratios overflow', (_, pair) => {
    for (const step of [650, 25_000]) {
      const { origin, sweep } = alignment(pair, step, false);
      const table = tabulate(pair, index => origin + index * step, spanOf(pair, step, 1e-14, origin));
      const lattice = below(table, sweep);
      const total = lattice.masses.reduce((sum, mass) => sum + mass, lattice.infinite);
      expect(total).toBeGreaterThan(1 - 1e-5 - (pair.infinite - lattice.infinite));
      expect(total).toBeLessThanOrEqual(1 + 1e-15);
      for (const epsilon of everywhere)
        expect(deltaOnLattice({ step, ...lattice }, epsilon - origin)).toBeLessThanOrEqual(
          deltaOf(pair, epsilon).upper + 1e-15,
        );
    }
  });

  test.each(Object.entries(shapes))('%s: leaves little out', (_, pair) => {
    const [low, high] = [fromBelow(pair, 0.002), fromAbove(pair, 0.002)];
    for (const epsilon of [0, 0.05, 0.4])
      expect(deltaOnLattice(high, epsilon) - deltaOnLattice(low, epsilon)).toBeLessThan(5e-4);
  });

  test('composed two to five times it still reveals at most what the mechanism does', () => {
    const tables: Table[] = [
      [
        [0.02, 0],
        [0.5, 0.3],
        [0.3, 0.3],
        [0.18, 0.4],
      ],
      [
        [0.6, 0.2],
        [0.4, 0.8],
      ],
    ];
    for (const table of tables) {
      const pair = atomicPair(table.map(([p, q]) => atom(p, q)));
      for (const step of [0.3, 0.0711, 0.009]) {
        for (const count of [2, 3, 5]) {
          const lattice = timesOf(fromBelow(pair, step), count);
          const product = power(table, count);
          for (const epsilon of epsilons)
            expect(deltaOnLattice(lattice, epsilon)).toBeLessThanOrEqual(hockeyStick(product, epsilon) + 1e-13);
          expect(hockeyStick(product, 0.4) - deltaOnLattice(lattice, 0.4)).toBeLessThan(count * step);
        }
      }
    }
  });
});

describe('the last group', () => {
  const between: Record<string, Table> = {
    'two outcomes, the sweep ends at the top': [
      [0.6, 0.2],
      [0.4, 0.8],
    ],
    'two outcomes, the sweep ends at the bottom': [
      [0.2, 0.6],
      [0.8, 0.4],
    ],
    'a rare one far above the rest': [
      [0.0101, 1e-4],
      [0.9899, 0.9999],
    ],
    'a rare one far below the rest': [
      [1e-4, 0.0101],
      [0.9999, 0.9899],
    ],
  };

  test.each(Object.entries(between))('%s: P and Q keep their masses, so nothing drifts', (_, table) => {
    const pair = atomicPair(table.map(([p, q]) => atom(p, q)));
    for (const step of [0.00917, 0.00313]) {
      const { masses, first } = fromBelow(pair, step);
      const massOfQ = masses.reduce((sum, mass, i) => sum + mass * Math.exp(-(first + i) * step), 0);
      expect(masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(1, 11);
      expect(massOfQ).toBeCloseTo(1, 11);
    }
  });
});

test('nearly all mass next to one point leaves higher losses what they tell', () => {
  const pair = underCoin(gaussian(5), 5e-5);
  for (const step of [0.002, 0.0005]) {
    const { origin, sweep } = alignment(pair, step, false);
    const table = tabulate(pair, index => origin + index * step, spanOf(pair, step, 1e-13, origin));
    const { masses, first } = below(table, sweep);
    const delta = (epsilon: number): number =>
      masses.reduce((sum, mass, i) => sum + mass * Math.max(0, -Math.expm1(epsilon - origin - (first + i) * step)), 0);
    for (const epsilon of [0.1, 1, 5]) {
      const { lower, upper } = deltaOf(pair, epsilon);
      expect(delta(epsilon)).toBeLessThanOrEqual(upper);
      expect(delta(epsilon)).toBeGreaterThan(0.999 * lower);
    }
  }
});

describe('belowReversed', () => {
  test.each(Object.entries(shapes))('%s: the reversed pair from below, on the same points', (_, pair) => {
    for (const step of [0.2, 0.01]) {
      const points = (index: number): number => index * step;
      const table = tabulate(pair, points, { first: -Math.ceil(12 / step), last: Math.ceil(12 / step) });
      const masses = belowReversed(table);
      // a point of loss l holds Q's mass, whose loss in the other direction is -l
      const delta = (epsilon: number): number =>
        masses.reduce(
          (sum, mass, i) => sum + mass * Math.max(0, -Math.expm1(epsilon + points(table.span.first + i))),
          0,
        );
      const back = reversed(pair);
      for (const epsilon of everywhere)
        expect(delta(epsilon)).toBeLessThanOrEqual(deltaOf(back, epsilon).upper + 1e-15);
      // what Q alone can show has no ratio to be put at; nearly all else is there
      const shown = deltaOf(back, 0.1).upper - back.infinite;
      expect(shown - delta(0.1)).toBeLessThan(0.2 * step + 0.01);
      expect(masses.reduce((sum, mass) => sum + mass, 0)).toBeLessThanOrEqual(1 + 1e-15);
    }
  });
});

test('below reads the same table as above: a wrong tail would be caught by one of them', () => {
  const pair = shapes.laplace;
  const table = tabulate(pair, index => index * 0.01, { first: -131, last: 130 });
  const raised = { ...table, p: table.p.map(mass => mass * 1.001) };
  const lattice = { step: 0.01, ...below(raised) };
  expect(epsilons.some(epsilon => deltaOnLattice(lattice, epsilon) > deltaOf(pair, epsilon).upper)).toBe(true);
});

test('mass at loss 0 itself is not lost to rounding: many repetitions do not drift by a step each', () => {
  const pair = atomicPair([atom(0.98, 0.98), atom(0.0199, 0.0001), atom(0.0001, 0.0199)], 1e-12);
  const step = 0.0123;
  const { origin, sweep } = alignment(pair, step, false);
  const table = tabulate(pair, index => origin + index * step, spanOf(pair, step, 1e-13, origin));
  const { masses, first } = below(table, sweep);
  const mean = masses.reduce((sum, mass, i) => sum + mass * (origin + (first + i) * step), 0);
  expect(mean).toBeGreaterThan(0.0198 * Math.log(199) - step / 64);
  expect(mean).toBeLessThanOrEqual(0.0198 * Math.log(199));
});
