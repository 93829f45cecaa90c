/** The law of a sum of like lattice variables, for whoever asks for its chances themselves and not for losses. */
import { aimed } from './aim.ts';
import { convolve } from './convolution.ts';
import { UNIT } from './pair.ts';

/** masses[i] belongs to the lattice point first + i. */
export interface LatticeLaw {
  readonly first: number;
  readonly masses: Float64Array;
}

export interface LatticeSum extends LatticeLaw {
  /** All masses together err by no more than this; what lies beyond them is in it. */
  readonly error: number;
}

/** What may fall outside the window on either side; it comes back in at the other end. */
const OUTSIDE = 1e-18;

/** The sum of `count` independent copies, or undefined where it is too wide for one transform. */
export function latticeSum({ first, masses }: LatticeLaw, count: number): LatticeSum | undefined {
  if (count === 0) return { first: 0, masses: Float64Array.of(1), error: 0 };
  const terms = [{ lattice: { step: 1, first, masses, infinite: 0 }, count }];
  const sum = convolve(terms, aimed(terms, 0, OUTSIDE));
  if (sum === undefined) return undefined;
  const scale = Math.exp(sum.logScale);
  const size = sum.masses.length;
  return {
    first: sum.first,
    masses: sum.masses.map(mass => Math.max(0, scale * mass)),
    error:
      scale * (Math.sqrt(size) * sum.error + 2 * (sum.outside.below + sum.outside.above)) +
      sum.scaleError +
      4 * UNIT * (1 + Math.abs(sum.logScale)),
  };
}
