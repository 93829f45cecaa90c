/** Lattices of losses by their plain definitions: what they reveal, and their sums point by point. */
import {
  above,
  type Lattice,
  type LatticeMasses,
  spanOf,
  type TailTable,
  tabulate,
} from '../../src/accounting/loss/lattice.ts';
import { below } from '../../src/accounting/loss/merge.ts';
import type { LossPair } from '../../src/accounting/loss/pair.ts';
import { atom, atomicPair } from '../../src/accounting/loss/pairs/atoms.ts';
import { gaussian, gaussianMixture, mirroredGaussian } from '../../src/accounting/loss/pairs/gaussian.ts';
import { laplace } from '../../src/accounting/loss/pairs/laplace.ts';
import { reversed } from '../../src/accounting/loss/pairs/reversed.ts';
import { underCoin } from '../../src/accounting/loss/schemes/coin.ts';
import { symmetric } from '../../src/accounting/loss/schemes/symmetric.ts';

/** delta by its definition: infinite losses, and E(1 - exp(epsilon - L))+ over the points. */
export function deltaOnLattice({ step, first, masses, infinite }: Lattice, epsilon: number): number {
  let sum = infinite;
  masses.forEach((mass, i) => {
    const loss = (first + i) * step;
    if (loss > epsilon) sum += mass * -Math.expm1(epsilon - loss);
  });
  return sum;
}

/** Two independent losses, point by point. */
export function sumOf(one: Lattice, other: Lattice): Lattice {
  const masses = new Float64Array(one.masses.length + other.masses.length - 1);
  one.masses.forEach((mass, i) => {
    other.masses.forEach((otherMass, j) => {
      masses[i + j] += mass * otherMass;
    });
  });
  return {
    step: one.step,
    first: one.first + other.first,
    masses,
    infinite: one.infinite + other.infinite - one.infinite * other.infinite,
  };
}

export const timesOf = (lattice: Lattice, count: number): Lattice =>
  Array.from({ length: count - 1 }, () => lattice).reduce(sumOf, lattice);

const put = (pair: LossPair, step: number, cut: number, side: (table: TailTable) => LatticeMasses): Lattice => ({
  step,
  ...side(tabulate(pair, index => index * step, spanOf(pair, step, cut))),
});

export const fromAbove = (pair: LossPair, step: number, cut = 1e-12): Lattice => put(pair, step, cut, above);
export const fromBelow = (pair: LossPair, step: number, cut = 1e-12): Lattice => put(pair, step, cut, below);

const coin = underCoin(laplace(1), 0.2);

/** One of every shape of loss: bounded, unbounded, with atoms at the ends, at 0, and at both infinities. */
export const shapes: Readonly<Record<string, LossPair>> = {
  gaussian: gaussian(0.9),
  'wide gaussian': gaussian(3),
  laplace: laplace(1.3),
  coin,
  'reversed coin': reversed(coin),
  'rare coin over a Gaussian': underCoin(gaussian(1), 0.01),
  'its reverse': reversed(underCoin(gaussian(1), 0.01)),
  'symmetric coin': symmetric(coin),
  'mirrored Gaussian': mirroredGaussian(0.7, 0.3),
  mixture: gaussianMixture(
    [
      { weight: 0.5, shift: 0 },
      { weight: 0.3, shift: 1 },
      { weight: 0.15, shift: 2 },
    ],
    0.05,
  ),
  table: atomicPair([atom(0.1, 0), atom(0.4, 0.2), atom(0.3, 0.25), atom(0.2, 0.35), atom(0, 0.2)]),
  'randomized response': atomicPair([atom(0.75, 0.25), atom(0.25, 0.75)]),
};
