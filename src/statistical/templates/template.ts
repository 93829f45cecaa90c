/**
 * A way to draw a sample, as what an adversary can learn through it: the model that every scheme fills in, in one file each.
 * After Definition 6 of [BR25]: a scheme is a distribution over sequences of drawn entries, and all that matters for the
 * count of a property is how often the critical entry is drawn and how the others fill the rest.
 */
import { down } from '../../numerics/index.ts';
import type { Outcomes } from '../outcomes.ts';
import type { PropertyQuery } from '../property-query.ts';

/** Delta at an epsilon. */
export type PrivacyCurve = (epsilon: number) => number;

export interface Template<Scheme> {
  /** Refuses a scheme that cannot be drawn from so many entries. */
  check(scheme: Scheme, query: PropertyQuery): void;
  /** The least delta of the sampled count, rounded up. */
  exact(scheme: Scheme, query: PropertyQuery): PrivacyCurve;
  /** The delta that the paper's theorem promises. */
  bound(scheme: Scheme, query: PropertyQuery): PrivacyCurve;
  /** Everything that may be released, for trade-off functions. */
  outcomes(scheme: Scheme, query: PropertyQuery): Outcomes;
}

/** The epsilon inside a sample that becomes `epsilon` outside; rounded down, where delta is larger. */
export const innerEpsilon = (epsilon: number, rate: number): number => down.log1p(down.div(down.expm1(epsilon), rate));
