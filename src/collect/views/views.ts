/** What each observer of a collection learns, side by side: never only the first. */
import { type Die, valuesOf } from './die.ts';
import { differenceDelta } from './difference-view.ts';
import type { AskedPeople } from './population.ts';
import { releasedEpsilon } from './released.ts';
import { bothRoundsDelta } from './round-one-view.ts';
import { roundTwoEpsilon } from './round-two-view.ts';

/** What four observers of one collection learn about a person. */
export interface CollectionViews {
  /** One answer of round two, alone. */
  readonly roundTwoOnly: { readonly epsilon: number };
  /** Both answers of one person. */
  readonly linkedRounds: { readonly delta: number };
  /** Exact counts, at the given epsilon: differences alone, or with the counts of round one. */
  readonly counts: { readonly epsilon: number; readonly delta: number; readonly withRoundOne: number };
  /** What is released to the public; without noise there is no bound. */
  readonly released: { readonly epsilon: number };
}

export interface ViewsRequest {
  readonly population: AskedPeople;
  readonly die: Die;
  readonly noiseEpsilon?: number | undefined;
  /** Where the deltas of exact counts are taken. */
  readonly epsilon: number;
}

/** What each observer learns from a collection with these probabilities and this noise. */
export const viewsOf = ({ population, die, noiseEpsilon, epsilon }: ViewsRequest): CollectionViews => ({
  roundTwoOnly: { epsilon: roundTwoEpsilon(die) },
  linkedRounds: { delta: linkedDelta(die) },
  counts: {
    epsilon,
    delta: differenceDelta(population, { sampling: die.sampling, epsilon }),
    withRoundOne: bothRoundsDelta(population, die, epsilon),
  },
  released: {
    epsilon:
      noiseEpsilon === undefined
        ? Infinity
        : releasedEpsilon({ values: valuesOf(die), sampling: die.sampling, noiseEpsilon }),
  },
});

/** JSON has no infinity: what has no bound is null. */
export const plainViews = (views: CollectionViews) => ({
  ...views,
  roundTwoOnly: bounded(views.roundTwoOnly),
  released: bounded(views.released),
});

const bounded = ({ epsilon }: { readonly epsilon: number }) => ({ epsilon: epsilon < Infinity ? epsilon : null });

/**
 * The second view, both answers of one person linked: the chance that they betray the truth together.
 *   Says     δ = π_s at every ε: who moves from 0 to v has the value v, and moves with probability π_s
 *   Assumes  a true answer other than 0 is possible
 *   Rounds   nothing
 *   Source   derived: the outcome (0, v) has probability π_s if v is true and 0 otherwise; (0, 0) has no more than
 *            π_0 + π_s against π_0
 */
export const linkedDelta = ({ sampling }: Die): number => sampling;
