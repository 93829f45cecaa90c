/** What may be asked of a composition, in a form that all questions share. */
import { type Aim, aimAtDelta, aimAtLoss, type LatticeTerm, totalCumulant } from './aim.ts';
import { type Composed, deltaFrom, epsilonFrom, roundingAt } from './composed.ts';
import { epsilonOf, type Profiles } from './direct.ts';
import type { Sides } from './pair.ts';
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
  /** How many points all transforms for one direction may have together. */
  readonly patience: number;
  /** The largest upper - lower that ends the search, given the present bracket. */
  enough(bracket: Sides): number;
  /** The same, where theory leaves a gap that no search closes. */
  fair(bracket: Sides): number;
}

/** About two seconds; whoever asks for a width waits longer for it. */
const PATIENCE = 2 ** 23;

export const epsilonQuestion = (delta: number, width: number | undefined): LossQuery => ({
  deltaNear: () => delta,
  cutNear: () => delta,
  read: parts => epsilonFrom(parts, delta),
  rounding: (composed, reading) => roundingAt(composed, Number.isFinite(reading) ? reading : 0) / delta,
  readDirectly: profiles => epsilonOf(profiles, delta),
  aim: (terms, logWays) => aimAtDelta(terms, Math.log(delta) + 1 - logWays - totalCumulant(terms, 0).value, OUTSIDE),
  patience: width === undefined ? PATIENCE : 8 * PATIENCE,
  trivial: (highest, distance) => ({ lower: 0, upper: distance <= delta ? 0 : highest }),
  // no gap to infinity is narrow, however it is measured
  enough: ({ upper }) => width ?? (upper < Infinity ? 1e-5 * Math.max(upper, 1e-6) : 0),
  fair: ({ upper }) => width ?? (upper < Infinity ? 2e-4 * Math.max(upper, 1e-6) : 0),
});

/** Chances below it are told to their size, not to their digits: nothing that rare was ever seen. */
const NEVER = 1e-60;

export const deltaQuestion = (epsilon: number, width: number | undefined): LossQuery => ({
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
  enough: ({ upper }) => width ?? 2e-4 * Math.max(upper, NEVER),
  fair: ({ upper }) => width ?? 1e-3 * Math.max(upper, NEVER),
});
