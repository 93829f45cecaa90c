import { describe, expect, test } from 'vitest';
import { deltaOnLattice, shapes } from '../../../test/support/loss-lattices.ts';
import { epsilons } from '../../../test/support/loss-tables.ts';
import { alignment } from './alignment.ts';
import { above, type Lattice, spanOf, tabulate } from './lattice.ts';
import { below } from './merge.ts';
import { deltaOf, type LossPair } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { gaussian } from './pairs/gaussian.ts';
import { laplace } from './pairs/laplace.ts';
import { reversed } from './pairs/reversed.ts';
import { underCoin } from './schemes/coin.ts';

const everywhere = [...epsilons, ...epsilons.map(e => e / 7 + 0.003)];

/** Both sides of a pair on its aligned lattice. */
function aligned(pair: LossPair, wanted: number, moved = 0): { high: Lattice; low: Lattice; origin: number } {
  const { origin: at, step, sweep } = alignment(pair, wanted, true);
  const origin = at + moved;
  const table = tabulate(pair, index => origin + index * step, spanOf(pair, step, 1e-14, origin));
  return { high: { step, ...above(table) }, low: { step, ...below(table, sweep) }, origin };
}

/** Outcomes of three kinds of mechanism: most mass inside, at the top, at the bottom. */
const tables = {
  'heavy inside': [atom(0.98, 0.98), atom(0.0199, 0.0001), atom(0.0001, 0.0199)],
  'heavy top': [atom(0.0264, 0.0273), atom(0.1237, 0.1231), atom(0.8499, 0.8496)],
  'heavy bottom': [atom(0.8497, 0.8506), atom(0.1239, 0.1231), atom(0.0264, 0.0263)],
  'many together': [atom(0.5, 0.501), atom(0.2, 0.1997), atom(0.15, 0.14976), atom(0.15, 0.14954)],
};

describe('alignment', () => {
  test('a point lies where most mass is, and the step is at most as wide as wanted', () => {
    const at = (pair: LossPair): number => alignment(pair, 0.01, false).origin;
    expect(at(shapes.coin)).toBeCloseTo(shapes.coin.lowest, 4);
    expect(at(shapes['reversed coin'])).toBeCloseTo(shapes['reversed coin'].highest, 3);
    expect(at(shapes['symmetric coin'])).toBeCloseTo(0, 4);
    expect(at(shapes.gaussian)).toBeCloseTo(0, 4);
    for (const pair of Object.values(shapes)) {
      const { step } = alignment(pair, 0.01, true);
      expect(step).toBeLessThanOrEqual(0.01);
      expect(step).toBeGreaterThan(0.01 / 2.1);
    }
  });

  test.each(Object.entries(shapes))('%s: wherever the points lie, both sides are on theirs', (_, pair) => {
    for (const moved of [0, 0.03, -0.071]) {
      const { high, low, origin } = aligned(pair, 0.1, moved);
      for (const epsilon of everywhere) {
        const { lower, upper } = deltaOf(pair, epsilon);
        // moved by the origin, epsilon - origin is read on the lattice that has none
        expect(deltaOnLattice(high, epsilon - origin)).toBeGreaterThanOrEqual(lower - 1e-15);
        expect(deltaOnLattice(low, epsilon - origin)).toBeLessThanOrEqual(upper + 1e-15);
      }
    }
  });

  test.each(Object.entries(tables))('%s: few outcomes stay where they are, from both sides', (_, outcomes) => {
    const pair = atomicPair(outcomes);
    for (const each of [pair, reversed(pair)]) {
      const { high, low, origin } = aligned(each, 1e-4);
      for (const epsilon of [-0.02, 0, 1e-4, 1e-3, 0.01, 1]) {
        const truth = deltaOf(each, epsilon);
        const [most, least] = [deltaOnLattice(high, epsilon - origin), deltaOnLattice(low, epsilon - origin)];
        expect(most).toBeGreaterThanOrEqual(truth.lower - 1e-15);
        expect(least).toBeLessThanOrEqual(truth.upper + 1e-15);
        expect(most - least).toBeLessThan(1e-6);
      }
    }
  });
});

/** A step moved off the heavy mass by a third of a lattice step gives most of it away: this is what alignment is for. */
test.each([
  ['rarely drawn, wide noise', underCoin(gaussian(1 / 0.363), 2.43e-7), 0.01],
  ['rarely drawn, narrow noise', underCoin(gaussian(1 / 0.102), 4.06e-6), 2],
  ['often drawn', underCoin(laplace(15), 0.0169), 2],
])('%s: large losses keep their mass, from below, only where the heavy mass is a point', (_, pair, epsilon) => {
  const step = epsilon / 1000;
  const told = (moved: number): number => {
    const { low, origin } = aligned(pair, step, moved);
    return deltaOnLattice(low, epsilon - origin);
  };
  const { lower, upper } = deltaOf(pair, epsilon);
  expect(told(0)).toBeLessThanOrEqual(upper);
  expect(told(0)).toBeGreaterThan(0.99 * lower);
  expect(told(step / 3)).toBeLessThan(0.99 * lower);
});
