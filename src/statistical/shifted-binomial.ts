/**
 * A count of independent others, one higher or not: with some chance the critical entry decides which. Property queries on
 * all entries, on samples without replacement and on Poisson samples are all of this form, and have a closed form for it.
 */
import { binomialLogLowerTail, binomialLogMass, binomialLogUpperTail, down, up } from '../numerics/index.ts';
import { binomialLaw } from './law.ts';
import type { Outcomes } from './outcomes.ts';

/** The three chances sum to 1. */
export interface ShiftedBinomial {
  /** Others that are counted, and the chance of each to count. */
  readonly trials: number;
  readonly probability: number;
  /** The chance that the critical entry decides; rounded up. */
  readonly decisive: number;
  /** The chance that the count is one higher whatever the critical entry; rounded down. */
  readonly raised: number;
  /** The chance that it is not, whatever the critical entry; rounded down. */
  readonly kept: number;
}

/** The larger one of both directions. */
export const shiftedBinomialDelta = (pair: ShiftedBinomial, epsilon: number): number =>
  Math.max(presentDelta(pair, epsilon), absentDelta(pair, epsilon));

/**
 * How much likelier an event can be with the property than without, beyond a factor of e^ε.
 *   Says     max over events of P₁ − e^ε·P₀ = max over t of c·P[B = t−1] − (e^ε−1)·P[B >= t], where B ~ Bin(trials, r),
 *            c = decisive − raised·(e^ε−1), P₁ = (decisive+raised)·(1+B) + kept·B, P₀ = raised·(1+B) + (kept+decisive)·B
 *   Assumes  the other entries are independent, each counts with probability r
 *   Rounds   up
 *   Source   derived: P[1+B = a]/P[B = a] = a(1−r)/((trials+1−a)r) rises in a, so the best event is an upper tail
 */
export function presentDelta(pair: ShiftedBinomial, epsilon: number): number {
  const { trials, probability, decisive, raised, kept } = pair;
  const growth = down.expm1(epsilon);
  const gain = up.sub(decisive, down.mul(raised, growth));
  if (!(gain > 0)) return 0;
  const loss = (decisive + (decisive + kept) * growth) * probability;
  const cut = Math.floor((loss * (trials + 1)) / (gain * (1 - probability) + loss)) + 1;
  return mostOf(cut, 1, trials + 1, least =>
    up.sub(
      up.mul(gain, atMost(binomialLogMass(trials, probability, least - 1), pair)),
      down.mul(growth, atLeast(binomialLogUpperTail(trials, probability, least), pair)),
    ),
  );
}

/**
 * The same the other way round.
 *   Says     max over events of P₀ − e^ε·P₁ = max over t of c·P[B = t] − (e^ε−1)·P[B < t], c = decisive − kept·(e^ε−1)
 *   Assumes  as for presentDelta
 *   Rounds   up
 *   Source   derived: the same ratio falls towards 0, so the best event is a lower tail
 */
export function absentDelta(pair: ShiftedBinomial, epsilon: number): number {
  const { trials, probability, decisive, raised, kept } = pair;
  const growth = down.expm1(epsilon);
  const gain = up.sub(decisive, down.mul(kept, growth));
  if (!(gain > 0)) return 0;
  const loss = (decisive + (decisive + raised) * growth) * (1 - probability);
  const cut = Math.ceil((gain * probability * (trials + 1)) / (gain * probability + loss)) - 1;
  return mostOf(cut, 0, trials, most =>
    up.sub(
      up.mul(gain, atMost(binomialLogMass(trials, probability, most), pair)),
      down.mul(growth, atLeast(binomialLogLowerTail(trials, probability, most - 1), pair)),
    ),
  );
}

/** Rounding may put the cut one off where two events tie. */
const mostOf = (cut: number, from: number, to: number, value: (cut: number) => number): number =>
  Math.min(1, Math.max(0, ...[cut - 1, cut, cut + 1].map(near => value(Math.min(Math.max(near, from), to)))));

const atMost = (log: number, pair: ShiftedBinomial): number =>
  log === -Infinity ? 0 : Math.min(1, up.exp(log + errorOf(log, pair)));

const atLeast = (log: number, pair: ShiftedBinomial): number =>
  log === -Infinity ? 0 : down.exp(log - errorOf(log, pair));

/** What the logarithm of a binomial chance may be off by: its own error, and that of a probability rounded to a double. */
function errorOf(log: number, { trials, probability }: ShiftedBinomial): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  return 2 ** -48 * (20 - log + 8 * deviation) + (2 ** -51 * trials) / (1 - probability);
}

/** Count by count, for whoever needs more than one epsilon of it. */
export function shiftedBinomialOutcomes(pair: ShiftedBinomial): Outcomes {
  const { masses, error, outside } = binomialLaw(pair.trials, pair.probability);
  const mixed = (higher: number, same: number): Float64Array =>
    Float64Array.from({ length: masses.length + 1 }, (_, i) => higher * (masses[i - 1] ?? 0) + same * (masses[i] ?? 0));
  const { decisive, raised, kept } = pair;
  return {
    present: mixed(decisive + raised, kept),
    absent: mixed(raised, kept + decisive),
    error: error + 2 ** -49,
    outside,
  };
}
