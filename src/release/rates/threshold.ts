/**
 * The mode that is differentially private: sample every row, then drop each combination with fewer than `threshold` sampled
 * rows. One unit more or less changes one combination's count, so two binomial laws are compared, for every size of it.
 */
import { binomialLogLowerTail, binomialLogMass, binomialLogUpperTail, down, up } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { checkRate } from './guarantee.ts';

export interface ThresholdRelease {
  readonly rate: number;
  readonly epsilon: number;
  /** Fewest sampled rows of a combination that is published. */
  readonly threshold: number;
}

/** Sizes of a combination that may have to be looked at: more would take minutes. */
const SIZES_MAX = 2e5;

/** Far beyond what protects anybody, and far below what cannot be computed. */
const EPSILON_MAX = 100;

/**
 * Delta of sampling and dropping.
 *   Says     (ε, δ)-DP with δ = max over n of both hockey sticks between Bin(n+1, b) and Bin(n, b), outcomes below the
 *            threshold merged; sizes n with exp(−(n+1)·KL(γ‖b)) below the best found, γ = 1−(1−b)e^−ε, and likewise for
 *            the other direction, cannot exceed it
 *   Assumes  one unit added or removed; a unit has one row; the coins are fresh and secret; one draw
 *   Rounds   up
 *   Source   derived: the ratio (n+1)(1−b)/(n+1−j) of the two laws rises in j, so the best event is a tail; the bound on
 *            large n is Chernoff's
 */
export function thresholdDelta(release: ThresholdRelease): number {
  check(release);
  const { threshold } = release;
  const turning = Math.max(threshold - 1, Math.floor(threshold / upperShare(release)) - 1);
  let best = countDelta(release, turning);
  checkFeasible(release, best);
  for (let size = threshold - 1; ; size++) {
    const limits = [addedMost(release, size), removedMost(release, size)];
    if (limits[0] > best) best = Math.max(best, added(release, size));
    if (limits[1] > best) best = Math.max(best, removed(release, size));
    // from the turn on both limits fall with the size
    if (size >= turning && limits.every(limit => limit <= best)) return best;
  }
}

/** Delta of one count alone, of so many rows or one more: the larger one of both directions. With threshold 1 nothing is dropped. */
export function countDelta(release: ThresholdRelease, size: number): number {
  // delta falls in epsilon, and of a larger one doubles know no power
  const within = { ...release, epsilon: Math.min(release.epsilon, EPSILON_MAX) };
  return Math.max(added(within, size), removed(within, size));
}

/** The least threshold with which a rate keeps (epsilon, delta). A higher one merges more outcomes and never tells more. */
export function thresholdFor({ rate, epsilon, delta }: { rate: number; epsilon: number; delta: number }): number {
  if (!(delta > 0 && delta < 1))
    refuse('value_out_of_range', `The delta must lie between 0 and 1, both excluded; it is ${delta}.`);
  const keeps = (threshold: number): boolean => thresholdDelta({ rate, epsilon, threshold }) <= delta;
  let [low, high] = [0, 1];
  while (!keeps(high)) [low, high] = [high, 2 * high];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (keeps(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Chernoff's bound must have fallen below the best before too many sizes have been seen. */
function checkFeasible(release: ThresholdRelease, best: number): void {
  const sizes = -Math.log(best) / divergence(upperShare(release), release.rate);
  if (!(Math.max(sizes, release.threshold) <= SIZES_MAX))
    refuse('calibration_impossible', 'Such a small epsilon would take too long to certify. Use one above 0.01.');
}

function check({ rate, epsilon, threshold }: ThresholdRelease): void {
  checkRate(rate);
  if (!(epsilon > 0 && epsilon < Infinity))
    refuse('value_out_of_range', `The epsilon must be a finite number above 0; it is ${epsilon}.`);
  if (!(epsilon <= EPSILON_MAX))
    refuse(
      'value_out_of_range',
      `With a threshold, epsilon must be at most ${EPSILON_MAX}: ${epsilon} gives no protection. Values below 10 are usual.`,
    );
  if (!(Number.isInteger(threshold) && threshold >= 1))
    refuse('value_out_of_range', `The threshold must be a whole number, at least 1; it is ${threshold}.`);
  if (!(threshold <= SIZES_MAX))
    refuse('value_out_of_range', `The threshold must be at most ${SIZES_MAX}; it is ${threshold}. Choose auto.`);
}

/** Above this share of a combination's rows, one row more makes the outcome over e^epsilon times likelier. */
const upperShare = ({ rate, epsilon }: ThresholdRelease): number => 1 - (1 - rate) * Math.exp(-epsilon);

/** Below this share, one row less does. Not above 0: nowhere. */
const lowerShare = ({ rate, epsilon }: ThresholdRelease): number => 1 - (1 - rate) * Math.exp(epsilon);

/** P[A | n+1 rows] - e^epsilon·P[A | n rows], A: at least so many are sampled. The cut may be off by one where it is a tie. */
function added(release: ThresholdRelease, size: number): number {
  const { rate, epsilon, threshold } = release;
  const cut = Math.floor((size + 1) * upperShare(release)) + 1;
  return mostOf([cut - 1, cut, cut + 1], threshold, size + 1, least => {
    const gained = up.mul(rate, raised(binomialLogMass(size, rate, least - 1), release, size, 1));
    return up.sub(
      gained,
      down.mul(down.expm1(epsilon), raised(binomialLogUpperTail(size, rate, least), release, size, -1)),
    );
  });
}

/** P[A | n rows] - e^epsilon·P[A | n+1 rows], A: at most so many are sampled. */
function removed(release: ThresholdRelease, size: number): number {
  const { rate, epsilon, threshold } = release;
  const cut = Math.ceil((size + 1) * lowerShare(release)) - 1;
  return mostOf([cut - 1, cut, cut + 1], threshold - 1, size, most => {
    const gained = raised(binomialLogMass(size, rate, most), release, size, 1);
    return up.sub(
      up.mul(up.mul(up.exp(epsilon), rate), gained),
      down.mul(down.expm1(epsilon), raised(binomialLogLowerTail(size, rate, most), release, size, -1)),
    );
  });
}

/** The most that any of the cuts gives, each moved into the range of those that the merged outcomes allow. */
const mostOf = (cuts: readonly number[], from: number, to: number, value: (cut: number) => number): number =>
  from > to ? 0 : Math.max(0, ...cuts.map(cut => value(Math.min(Math.max(cut, from), to))));

/** exp of a logarithm, moved to one side by more than its own error and that of a rate rounded to a double. */
function raised(log: number, { rate }: ThresholdRelease, size: number, side: 1 | -1): number {
  if (log === -Infinity) return 0;
  const deviation = Math.sqrt(size * rate * (1 - rate));
  const error = 2 ** -48 * (20 - log + 8 * deviation) + (2 ** -52 * size) / (1 - rate);
  return side === 1 ? Math.min(up.exp(log + error), 1) : down.exp(log - error);
}

/** Chernoff: what `added` cannot exceed. The margin is beyond any rounding here. */
function addedMost(release: ThresholdRelease, size: number): number {
  const share = Math.max(release.threshold / (size + 1), upperShare(release));
  return share <= 1 ? MARGIN * Math.exp(-(size + 1) * divergence(share, release.rate)) : 0;
}

/** The same for `removed`, whose event is also weighed by the share itself. */
function removedMost(release: ThresholdRelease, size: number): number {
  const lower = lowerShare(release);
  if (lower <= -ROUNDED) return 0;
  const share = Math.max((release.threshold - 1) / (size + 1), lower, 0);
  const weight = (Math.max(lower, 0) + ROUNDED) / (1 - release.rate);
  if (share >= release.rate) return weight;
  return MARGIN * weight * Math.exp(-(size + 1) * divergence(share, release.rate));
}

const MARGIN = 1 + 2 ** -20;
const ROUNDED = 2 ** -50;

/** KL(share || rate) of two coins. */
function divergence(share: number, rate: number): number {
  const heads = share === 0 ? 0 : share * Math.log(share / rate);
  return heads + (share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - rate)));
}
