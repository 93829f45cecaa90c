import { describe, expect, test } from 'vitest';
import { deltaOnLattice, fromAbove, shapes, timesOf } from '../../../test/support/loss-lattices.ts';
import { epsilons, hockeyStick, power, type Table } from '../../../test/support/loss-tables.ts';
import { massesOf } from '../../../test/support/loss-tails.ts';
import { above, spanOf, tabulate, tabulateWithin } from './lattice.ts';
import { deltaOf, emptyTail, type LossPair } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { gaussian } from './pairs/gaussian.ts';
import { laplace } from './pairs/laplace.ts';

const everywhere = [...epsilons, ...epsilons.map(e => e / 7 + 0.003)];

describe('above', () => {
  test.each(Object.entries(shapes))('%s: reveals at least what the pair does, at every step and cut', (_, pair) => {
    for (const step of [0.7, 0.1, 0.013, 0.001]) {
      for (const cut of [1e-2, 1e-12]) {
        const lattice = fromAbove(pair, step, cut);
        for (const epsilon of everywhere)
          expect(deltaOnLattice(lattice, epsilon)).toBeGreaterThanOrEqual(deltaOf(pair, epsilon).lower - 1e-15);
        const total = lattice.masses.reduce((sum, mass) => sum + mass, lattice.infinite);
        expect(total).toBeCloseTo(1, 12);
        expect(Math.min(...lattice.masses)).toBeGreaterThanOrEqual(0);
      }
    }
  });

  test.each(Object.entries(shapes))('%s: keeps the mass of Q, but for what was cut', (_, pair) => {
    const { step, first, masses } = fromAbove(pair, 0.05, 1e-30);
    const massOfQ = masses.reduce((sum, mass, i) => sum + mass * Math.exp(-(first + i) * step), 0);
    expect(massOfQ + pair.minusInfinite).toBeGreaterThan(1 - 1e-3);
    expect(massOfQ).toBeLessThan(1 + 1e-9);
  });

  test('comes closer with the square of the step', () => {
    // halfway between two points, where the excess is largest
    const excess = (step: number): number =>
      deltaOnLattice(fromAbove(gaussian(0.9), step), 0.35) - deltaOf(gaussian(0.9), 0.35).upper;
    expect(excess(0.1) / excess(0.02)).toBeGreaterThan(15);
    expect(excess(0.02)).toBeLessThan(1e-4);
  });

  test('composed two to five times it still reveals at least what the mechanism does', () => {
    const table: Table = [
      [0.02, 0],
      [0.5, 0.3],
      [0.3, 0.3],
      [0.18, 0.4],
    ];
    const pair = atomicPair(table.map(([p, q]) => atom(p, q)));
    for (const step of [0.3, 0.0711, 0.009]) {
      for (const count of [2, 3, 5]) {
        const lattice = timesOf(fromAbove(pair, step), count);
        const product = power(table, count);
        for (const epsilon of epsilons)
          expect(deltaOnLattice(lattice, epsilon)).toBeGreaterThanOrEqual(hockeyStick(product, epsilon) - 1e-13);
        expect(deltaOnLattice(lattice, 0.4) - hockeyStick(product, 0.4)).toBeLessThan(count * step * step);
      }
    }
  });

  test('points need not be even: only that each cell lies between its ends', () => {
    const ratios = (index: number): number => Math.log((index + 1) / 20);
    const { masses, infinite } = above(tabulate(laplace(1), ratios, { first: 0, last: 80 }));
    const delta = (epsilon: number): number =>
      masses.reduce((sum, mass, i) => sum + mass * Math.max(0, -Math.expm1(epsilon - ratios(i))), infinite);
    for (const epsilon of epsilons)
      expect(delta(epsilon)).toBeGreaterThanOrEqual(deltaOf(laplace(1), epsilon).lower - 1e-15);
    expect(delta(0.2) - deltaOf(laplace(1), 0.2).lower).toBeLessThan(1e-3);
  });
});

describe('spanOf', () => {
  test.each(Object.entries(shapes))('%s: beyond either end lies no more than the cut', (_, pair) => {
    for (const [step, cut] of [
      [0.1, 1e-3],
      [0.001, 1e-20],
    ]) {
      const { first, last } = spanOf(pair, step, cut);
      expect(massesOf(pair, 'upper', last * step)[0]).toBeLessThanOrEqual(cut + pair.infinite * (1 + 1e-8));
      expect(massesOf(pair, 'lower', first * step)[0]).toBeLessThanOrEqual(cut);
      // and not far beyond what is needed
      if (pair.infinite === 0 && pair.highest > 5)
        expect(massesOf(pair, 'upper', 0.5 * last * step)[0]).toBeGreaterThan(cut);
    }
  });

  test('ends at the last loss where there is one', () => {
    const { first, last } = spanOf(laplace(1), 0.25, 1e-9);
    expect([last, first]).toEqual([4, -5]);
  });
});

describe('reading tails', () => {
  const wide = { first: -2000, last: 2000 };
  const everyPoint = (pair: LossPair): number[] => {
    const tail = emptyTail();
    return Array.from({ length: 4001 }, (_, i) => {
      pair.upper((i - 2000) * 0.01, tail);
      return Math.exp(tail.p);
    });
  };

  test.each(Object.entries(shapes))('%s: what is not read is what would have been', (_, pair) => {
    const { p, error } = tabulate(pair, index => index * 0.01, wide);
    everyPoint(pair).forEach((mass, i) => {
      expect(Math.abs(p[i] - mass)).toBeLessThanOrEqual(2 * error[i] * mass);
    });
  });

  test('few losses are read at few points, and no more tails than allowed', () => {
    const few = atomicPair([
      { logP: Math.log(0.7), logQ: Math.log(0.3) },
      { logP: Math.log(0.3), logQ: Math.log(0.7) },
    ]);
    const { evaluations } = tabulate(few, index => index * 0.01, wide);
    expect(evaluations).toBeLessThan(60);
    expect(tabulateWithin(few, index => index * 0.01, wide, evaluations)?.evaluations).toBe(evaluations);
    expect(tabulateWithin(few, index => index * 0.01, wide, evaluations - 1)).toBeUndefined();
    expect(tabulate(shapes.gaussian, index => index * 0.01, wide).evaluations).toBeGreaterThan(100);
  });
});
