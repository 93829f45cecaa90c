/** Answers read straight off a pair: a single step, or finite mechanisms composed outcome by outcome. No lattice, no gap. */
import { turnNear } from '../../numerics/index.ts';
import { deltaOf, type LossPair, UNIT } from './pair.ts';
import { type Atom, type AtomicPair, atomicPair, isAtomic } from './pairs/atoms.ts';
import { isProfile, type Profile, upperDelta } from './profile.ts';
import type { Bounded } from './workload.ts';

/** A number from both sides: `lower <= truth <= upper`. */
export interface Sides {
  readonly lower: number;
  readonly upper: number;
}

/** delta at every epsilon from both sides. */
export interface Profiles {
  upper(epsilon: number): number;
  lower(epsilon: number): number;
  readonly highest: number;
}

export const profilesOf = (upper: LossPair | Profile, lowers: readonly LossPair[], highest: number): Profiles => ({
  highest,
  upper: epsilon => (epsilon >= highest ? 0 : upperDelta(upper, epsilon)),
  lower: epsilon =>
    lowers.reduce((most, pair) => Math.max(most, deltaOf(pair, epsilon).lower), Math.max(0, -Math.expm1(epsilon))),
});

/** Losses beyond this are reported as infinite. */
const LOSS_MAX = 1e9;

/** The least epsilon >= 0 with delta(epsilon) <= delta, from both sides. */
export function epsilonOf({ upper, lower, highest }: Profiles, delta: number): Sides {
  const turn = (deltaAt: (epsilon: number) => number) => {
    if (deltaAt(0) <= delta) return { no: 0, yes: 0 };
    const limits = { from: 2 ** -60, to: Math.min(LOSS_MAX, Math.max(highest, 2 ** -60)) };
    return turnNear(e => (deltaAt(e) <= delta ? 'yes' : 'no'), Math.min(1, limits.to), limits);
  };
  return { lower: Math.max(0, turn(lower).no), upper: Math.min(turn(upper).yes, highest) };
}

/** More outcomes than this are composed on a lattice instead. */
const OUTCOMES_MAX = 2 ** 16;

/**
 * Finite mechanisms composed outcome by outcome.
 *   Says     c repetitions of k outcomes are the multisets of c outcomes, weighted by multinomial coefficients
 *   Assumes  every step's upper pair is a table and is reached
 *   Rounds   nothing; the error of the logarithms is carried
 *   Source   definition
 */
export function composedAtoms(bounded: readonly Bounded[]): AtomicPair | undefined {
  let composed: Atom[] = [{ logP: 0, logQ: 0 }];
  let error = 0;
  for (const { bounds, count } of bounded) {
    const pair = bounds.upper;
    if (!bounds.tight || isProfile(pair) || !isAtomic(pair) || bounds.lowers[0] !== pair) return undefined;
    if (!(composed.length * multisets(pair.logP.length, count) <= OUTCOMES_MAX)) return undefined;
    const power = powerOf(pair, count);
    composed = composed.flatMap(a => power.map(b => ({ logP: a.logP + b.logP, logQ: a.logQ + b.logQ })));
    const largest = [...pair.logP, ...pair.logQ].reduce((most, x) => (x > -Infinity ? Math.max(most, -x) : most), 0);
    error += count * (pair.error + 8 * UNIT * (1 + largest + Math.log(count)));
  }
  return atomicPair(composed, error);
}

/** How many multisets of `count` there are over `kinds`. */
function multisets(kinds: number, count: number): number {
  let product = 1;
  for (let i = 1; i < kinds && product <= OUTCOMES_MAX; i++) product *= (count + i) / i;
  return product;
}

function powerOf({ logP, logQ }: AtomicPair, count: number): Atom[] {
  const logFactorial = new Float64Array(count + 1);
  for (let i = 2; i <= count; i++) logFactorial[i] = logFactorial[i - 1] + Math.log(i);
  const outcomes: Atom[] = [];
  const times = (n: number, log: number): number => (n === 0 ? 0 : n * log);
  const choose = (kind: number, left: number, p: number, q: number): void => {
    if (kind === logP.length - 1) {
      outcomes.push({
        logP: p + times(left, logP[kind]) - logFactorial[left],
        logQ: q + times(left, logQ[kind]) - logFactorial[left],
      });
      return;
    }
    for (let n = 0; n <= left; n++)
      choose(
        kind + 1,
        left - n,
        p + times(n, logP[kind]) - logFactorial[n],
        q + times(n, logQ[kind]) - logFactorial[n],
      );
  };
  choose(0, count, logFactorial[count], logFactorial[count]);
  return outcomes;
}
