/** What may be asked of a composition, in a form that all questions share. */
import { type Aim, aimAtDelta, aimAtLoss, type LatticeTerm, totalCumulant } from './aim.ts';
import { type Composed, deltaFrom, epsilonFrom, roundingAt } from './composed.ts';
import { epsilonOf, type Profiles, type Sides } from './direct.ts';
import { UNIT } from './pair.ts';
import { totalOrigin } from './workload.ts';

/** Tilted mass that may fall outside a window: far below what rounding leaves of the answers. */
export const OUTSIDE = 1e-17;

/** One question to one direction, in a form that all questions share. */
export interface LossQuery {
  /** The size of delta that matters, given the present bracket: what is cut off is small against it. */
  deltaNear(bracket: Sides): number;
  /** The size of delta that a look's cut is held against: before the first one it may not be known. */
  cutNear(bracket: Sides, seen: object | undefined, failed: number): number;
  /** Reads the answer off one side of a composition, or off profiles that are known at every epsilon. */
  read(parts: readonly Composed[]): number;
  readDirectly(profiles: Profiles): Sides;
  /** Chooses where to look for the part of the loss that is asked about. */
  aim(terms: readonly LatticeTerm[], logWays: number): Aim;
  /** What part of the answer rounding may make. */
  rounding(composed: Composed, reading: number): number;
  /** What holds without looking, where no loss exceeds `highest` and no event's chance changes by more than `distance`. */
  trivial(highest: number, distance: number): Sides;
  /** The same question, to be answered less closely. */
  rough(): LossQuery;
  /** An upper bound for a replaced unit, by bounds for a removed and for an added one. */
  replacedBy(read: (way: 'remove' | 'add', question: LossQuery) => number): number;
  /** How many points all transforms for one direction may have together. */
  readonly patience: number;
  /** The largest upper - lower that ends the search, given the present bracket. */
  enough(bracket: Sides): number;
}

/** About two seconds; whoever asks for a width waits longer for it. */
const PATIENCE = 2 ** 23;

/** How close the two changes of a replaced unit are looked at: their sum is no sharp bound anyway. */
const ROUGH = 2e-3;

/**
 * What is asked of epsilon at a delta.
 *   Says     a replaced unit is one removed and one added: if removal costs e1 at delta/2 and addition e2 at
 *            exp(-e1)·delta/2, both for the whole workload, then replacement costs e1 + e2 at delta
 *   Assumes  the sampling treats every unit alike, so that both ways are ways of the same workload
 *   Rounds   up
 *   Source   weak triangle inequality of the hockey-stick divergence, see `byTriangle`
 */
export const epsilonQuestion = (delta: number, width: number | undefined, relative = 1e-5): LossQuery => ({
  deltaNear: () => delta,
  cutNear: () => delta,
  read: parts => epsilonFrom(parts, delta),
  rounding: (composed, reading) => roundingAt(composed, Number.isFinite(reading) ? reading : 0) / delta,
  readDirectly: profiles => epsilonOf(profiles, delta),
  aim: (terms, logWays) => aimAtDelta(terms, Math.log(delta) + 1 - logWays - totalCumulant(terms, 0).value, OUTSIDE),
  patience: width === undefined ? PATIENCE : 8 * PATIENCE,
  trivial: (highest, distance) => ({ lower: 0, upper: distance <= delta ? 0 : highest }),
  rough: () => epsilonQuestion(delta, width, ROUGH),
  replacedBy: read => {
    const first = read('remove', epsilonQuestion(delta / 2, width, ROUGH));
    const left = (delta / 2) * Math.exp(-first);
    return left > 1e-290 ? (first + read('add', epsilonQuestion(left, width, ROUGH))) * (1 + 4 * UNIT) : Infinity;
  },
  // no gap to infinity is narrow, however it is measured
  enough: ({ upper }) => width ?? (upper < Infinity ? relative * Math.max(upper, 1e-6) : 0),
});

export const deltaQuestion = (epsilon: number, width: number | undefined, relative = 2e-4): LossQuery => ({
  deltaNear: ({ upper }) => (upper === 1 ? 1e-6 : Math.max(upper, 1e-290)),
  // the first look is cheap, so it cuts off next to nothing and learns how small the answer is
  cutNear: ({ upper }, seen, failed) => (seen === undefined ? 10 ** (-100 / 2 ** failed) : Math.max(upper, 1e-290)),
  read: parts => deltaFrom(parts, epsilon),
  rounding: (composed, reading) => roundingAt(composed, epsilon) / Math.max(reading, 1e-300),
  readDirectly: ({ lower, upper }) => ({ lower: lower(epsilon), upper: upper(epsilon) }),
  aim: terms => aimAtLoss(terms, epsilon - totalOrigin(terms), OUTSIDE),
  patience: width === undefined ? PATIENCE : 8 * PATIENCE,
  trivial: (highest, distance) => ({
    lower: Math.max(0, -Math.expm1(epsilon)),
    upper: epsilon >= highest ? 0 : epsilon >= 0 ? distance : 1,
  }),
  rough: () => deltaQuestion(epsilon, width, ROUGH),
  replacedBy: read => {
    if (!(epsilon >= 0)) return 1;
    const half = deltaQuestion(epsilon / 2, width, ROUGH);
    const value = read('remove', half) + Math.exp(epsilon / 2) * read('add', half);
    return Math.min(1, value * (1 + 8 * UNIT * (1 + epsilon)));
  },
  enough: ({ upper }) => width ?? relative * upper,
});
