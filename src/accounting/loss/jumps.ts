/**
 * Steps whose losses are rarely large: large ones are counted, and each number of them is added up for itself. Of a sum
 * with heavy tails no tilt shows the part that is asked about; given how many large losses there were, one does.
 */
import type { LatticeTerm } from './aim.ts';
import type { Side } from './composed.ts';

/** The sum with one number of large losses: its law times exp(logWays). */
export interface JumpPart {
  readonly terms: readonly LatticeTerm[];
  readonly logWays: number;
}

export interface JumpParts {
  readonly parts: readonly JumpPart[];
  /** Mass of all numbers of large losses that were left out. */
  readonly rest: number;
}

/** Up to so many large losses are told apart. */
const JUMPS = 3;

/**
 * The step with the widest losses divided into small and large ones.
 *   Says     (B + T)^n = sum over j of C(n,j)·B^(n-j)·T^j for masses B below and T from a lattice point on; with w = n·|T|
 *            the terms from j = J+1 on hold at most w^(J+1)/(J+1)!/(1-w) of the mass
 *   Assumes  w < 1/2
 *   Rounds   what is left out goes to `rest`, up; it is meant for a fraction `negligible` of what is asked
 *   Source   binomial theorem
 */
export function partsByJumps(terms: readonly LatticeTerm[], negligible: number): JumpParts | undefined {
  const widest = terms.reduce((best, term) => (widthOf(term) > widthOf(best) ? term : best));
  const { lattice, count } = widest;
  // chosen so that what is left out is negligible
  const wanted = Math.min(0.01, (24 * negligible) ** (1 / (JUMPS + 1)));
  let [from, mass] = [lattice.masses.length, 0];
  while (from > 1 && count * (mass + lattice.masses[from - 1]) <= wanted) mass += lattice.masses[--from];
  if (!(mass > 0)) return undefined;
  const small = { ...lattice, masses: lattice.masses.subarray(0, from), infinite: 0 };
  const large = { ...lattice, first: lattice.first + from, masses: lattice.masses.subarray(from), infinite: 0 };
  const others = terms.filter(term => term !== widest);
  const parts: JumpPart[] = [];
  let logWays = 0;
  for (let jumps = 0; jumps <= Math.min(JUMPS, count); jumps++) {
    const [stay, jump] = [
      { lattice: small, count: count - jumps },
      { lattice: large, count: jumps },
    ];
    parts.push({ terms: [stay, jump, ...others].filter(term => term.count > 0), logWays });
    logWays += Math.log((count - jumps) / (jumps + 1));
  }
  const expected = count * mass * (1 + 1e-9);
  const rest = count > JUMPS ? expected ** (JUMPS + 1) / 24 / (1 - expected) : 0;
  return { parts, rest };
}

const widthOf = ({ lattice }: LatticeTerm): number => (lattice.first + lattice.masses.length) * lattice.step;

/** What is left out is revealed from above, and missing from below. */
export const restOn = (side: Side, rest: number): number => (side === 'above' ? rest : 0);
