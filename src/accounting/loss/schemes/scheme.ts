/** What a sampling scheme makes of a mechanism: bounds from above, and pairs that some data really reach, from below. */
import type { LossPair } from '../pair.ts';
import type { Profile } from '../profile.ts';

/** One step of a workload under one direction (or under replacement, which has only one). */
export interface StepBounds {
  /** Dominates the step. A pair where one is known, else a bound on delta at every epsilon. */
  readonly upper: LossPair | Profile;
  /** Pairs of distributions that neighbouring data sets give: each is a lower bound on its own. */
  readonly lowers: readonly LossPair[];
  /** Whether the upper pair is itself reached: then it is the lower bound too, and the gap is arithmetic. */
  readonly tight: boolean;
  /** The largest loss that any outcome can have: the price under pure differential privacy. */
  readonly highest: number;
}

/** From which data set to which the change goes; a replacement is told from its reverse only where they may differ. */
export type NeighbourChange = 'remove' | 'add' | 'replace' | 'replace-back';

export const reached = (pair: LossPair): StepBounds => ({
  upper: pair,
  lowers: [pair],
  tight: true,
  highest: highestOf(pair),
});

export const highestOf = (pair: LossPair): number => (pair.infinite > 0 ? Infinity : pair.highest);
