/** Private groups: which of them are shown, and the noisy count that they are shown by, which is the answer where it was asked for. */
import { EDGE_PARTS, type KeyThreshold, keySelection, type Noise, noiseFor, noiseSource } from '../noise/index.ts';
import type { PricedMechanism } from '../plan/costs/index.ts';
import type { Estimate, Withheld } from '../plan/estimates/index.ts';
import type { GroupResult } from '../plan/index.ts';
import type { Below } from '../random/index.ts';
import { invariant } from '../vocabulary/index.ts';

export interface Selection extends KeyThreshold {
  readonly statistic: number;
  /** Whether a group is shown: drawn once. */
  shows(group: GroupResult): boolean;
  /** The count that a group was shown by. */
  countOf(group: GroupResult): bigint;
}

/** Undefined where groups are public: these are always shown. */
export function selectionOf(mechanisms: readonly PricedMechanism[], below: Below): Selection | undefined {
  const priced = mechanisms.find(({ mechanism }) => mechanism.kind === 'selection');
  if (priced === undefined) return undefined;
  const { statistic } = priced.mechanism;
  const { noise, threshold, edge } = thresholdOf(priced);
  const draw = noiseSource(below, noise);
  const counts = new WeakMap<GroupResult, bigint>();
  return {
    statistic,
    noise,
    threshold,
    edge,
    shows: group => {
      const count = (group.results[statistic] as bigint) + draw();
      counts.set(group, count);
      // thrown for every group, so that time says nothing of those that are hidden
      const least = below(EDGE_PARTS) < edge ? threshold : threshold + 1n;
      return count >= least;
    },
    countOf: group => {
      const count = counts.get(group);
      invariant(count !== undefined && count >= threshold, 'only groups that were shown are released');
      return count;
    },
  };
}

/** As it was priced. */
export function thresholdOf({ mechanism, sensitivity, share }: PricedMechanism): KeyThreshold {
  invariant(mechanism.kind === 'selection', 'only private groups have a threshold');
  return keySelection({ spread: mechanism.spread, sensitivity, epsilon: share.epsilon, delta: share.delta });
}

/** The noise of a mechanism that adds some. */
export const noiseOf = (priced: PricedMechanism): Noise =>
  priced.mechanism.kind === 'selection' ? thresholdOf(priced).noise : noiseFor(priced);

/**
 * The interval of a count that passed a threshold, among those that do. A small group passes seldom, but when it does its count is far
 * too large: close above the threshold the interval therefore begins with 1.
 *   Says     whatever a group's count is, given that the group is shown the interval holds it in at least 95 of 100 cases
 *   Assumes  `narrow` misses on either side in at most 1 of 40 cases, `wide` in 1 of 80, before it is known what is shown; the
 *            noise is symmetric and its logarithm concave
 *   Rounds   nothing
 *   Source   derived: a count at the threshold is shown in half of all cases, so that it is 1 of 40 whose `wide` begins above the
 *            threshold, and of a smaller one no more; a larger one misses no more often than all do. Enumerated for Laplace noise
 */
export function givenShown(narrow: Estimate | Withheld, wide: Estimate | Withheld, threshold: number): typeof narrow {
  if (narrow.interval95 === null || wide.interval95 === null || wide.interval95[0] > threshold) return narrow;
  return Object.freeze({ ...narrow, interval95: Object.freeze([1, narrow.interval95[1]] as const) });
}
