/** Answers read straight off a pair: a single step, or finite mechanisms composed outcome by outcome. No lattice, no gap. */
import { turnNear } from '../../numerics/index.ts';
import { deltaOf, type LossPair, type Sides, UNIT } from './pair.ts';
import { type Atom, type AtomicPair, atomicPair, isAtomic } from './pairs/atoms.ts';
import { addedUp, eachMultiset, multisets, OUTCOMES_MAX } from './pairs/multisets.ts';
import { isProfile, type Profile, upperDelta } from './profile.ts';
import type { Bounded } from './workload.ts';

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
  const [least, most] = [turn(lower), turn(upper)];
  const never = least.yes === Infinity && highest > LOSS_MAX;
  return { lower: never ? Infinity : Math.max(0, least.no), upper: Math.min(most.yes, highest) };
}

/**
 * The largest difference that a whole workload makes to the chance of any event.
 *   Says     delta(0) <= 1 - prod (1 - delta_i(0))^count_i: copies of P and Q that agree as often as they can, step by step,
 *            agree in all steps that often
 *   Assumes  each bound dominates its step
 *   Rounds   up
 *   Source   coupling
 */
export function distanceOf(bounded: readonly Bounded[]): number {
  const logAgree = bounded.reduce(
    (sum, { bounds, count }) => sum + count * Math.log1p(-upperDelta(bounds.upper, 0)),
    0,
  );
  return Math.min(1, -Math.expm1(logAgree) * (1 + 1e-12));
}

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

/** Every multiset of `count` outcomes, with its probabilities under both. */
function powerOf({ logP, logQ }: AtomicPair, count: number): Atom[] {
  const outcomes: Atom[] = [];
  eachMultiset(logP.length, count, (chosen, logWays) => {
    outcomes.push({ logP: logWays + addedUp(chosen, logP), logQ: logWays + addedUp(chosen, logQ) });
  });
  return outcomes;
}
