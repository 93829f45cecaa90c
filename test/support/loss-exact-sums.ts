/** Sums of independent lattice losses with no rounding at all: masses are whole numbers of 2^-30, powers and products exact. */
import type { LatticeTerm } from '../../src/accounting/loss/aim.ts';
import type { Lattice } from '../../src/accounting/loss/lattice.ts';
import { rational, toNumber } from '../../src/numerics/index.ts';

const BITS = 30n;
const UNITS = 2 ** Number(BITS);

/** A lattice whose masses are whole numbers of units, as close to the given ones as that allows. */
export const wholeLattice = (step: number, first: number, masses: readonly number[], infinite = 0): Lattice => ({
  step,
  first,
  masses: Float64Array.from(masses, mass => Math.round(mass * UNITS) / UNITS),
  infinite: Math.round(infinite * UNITS) / UNITS,
});

export interface ExactSum {
  readonly first: number;
  readonly step: number;
  /** Probabilities, each rounded once, at the end. */
  readonly masses: readonly number[];
  readonly infinite: number;
}

export function exactSum(terms: readonly LatticeTerm[]): ExactSum {
  let [sum, places, finite] = [[1n], 0n, 1n];
  for (const { lattice, count } of terms) {
    const masses = [...lattice.masses].map(mass => BigInt(mass * UNITS));
    for (let i = 0; i < count; i++) {
      sum = convolved(sum, masses);
      places += BITS;
      finite *= BigInt((1 - lattice.infinite) * UNITS);
    }
  }
  const share = (mass: bigint): number => toNumber(rational.ratio(mass, 1n << places), 'nearest');
  return {
    step: terms[0].lattice.step,
    first: terms.reduce((first, { lattice, count }) => first + count * lattice.first, 0),
    masses: sum.map(share),
    infinite: share((1n << places) - finite),
  };
}

function convolved(one: readonly bigint[], other: readonly bigint[]): bigint[] {
  const sum = Array<bigint>(one.length + other.length - 1).fill(0n);
  one.forEach((a, i) => {
    other.forEach((b, j) => {
      sum[i + j] += a * b;
    });
  });
  return sum;
}

/** delta of the exact sum: positive terms only, so the relative error is that of a few roundings. */
export const exactDelta = ({ first, step, masses, infinite }: ExactSum, epsilon: number): number =>
  masses.reduceRight((sum, mass, i) => {
    const loss = (first + i) * step;
    return loss > epsilon ? sum + mass * -Math.expm1(epsilon - loss) : sum;
  }, infinite);

const falling = Array.from({ length: 15 }, (_, i) => Math.exp(-i / 1.5) / 2.06);
const bell = Array.from({ length: 21 }, (_, i) => Math.exp(-((i - 9) ** 2) / 12) / 6.2);

/** Sums of every kind: skew, several kinds of step, two far points, mass at infinity. */
export const exactCases: Readonly<Record<string, readonly LatticeTerm[]>> = {
  'one bell': [{ lattice: wholeLattice(0.05, -9, bell), count: 1 }],
  'twelve bells': [{ lattice: wholeLattice(0.05, -9, bell), count: 12 }],
  'a long tail': [{ lattice: wholeLattice(0.125, -2, falling), count: 25 }],
  'two kinds': [
    { lattice: wholeLattice(0.05, -9, bell), count: 5 },
    { lattice: wholeLattice(0.05, -1, falling), count: 7 },
  ],
  'rare and far': [{ lattice: wholeLattice(0.1, -1, [0.999, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.001]), count: 30 }],
  'two points': [{ lattice: wholeLattice(1, -1, [0.25, 0, 0.75]), count: 60 }],
  'some infinite': [
    {
      lattice: wholeLattice(
        0.05,
        -9,
        bell.map(mass => mass * 0.999),
        1e-6,
      ),
      count: 9,
    },
  ],
};
