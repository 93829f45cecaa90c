/**
 * The primitive of the accountant: two distributions P and Q seen through their privacy loss L = ln dP/dQ.
 * Whatever is claimed of a mechanism is claimed of such a pair, so every mechanism and every way of sampling
 * speaks this one language: the tails of L under both.
 */

/** Natural logarithms of the four tails at one point, with a bound on the absolute error of each of them. */
export interface Tails {
  /** ln P(L > t) */
  upperP: number;
  /** ln Q(L > t) */
  upperQ: number;
  /** ln P(L < t) */
  lowerP: number;
  /** ln Q(L < t) */
  lowerQ: number;
  error: number;
}

export interface LossPair {
  /** Least and greatest finite loss; infinite where there is none. */
  readonly lowest: number;
  readonly highest: number;
  /** P's mass where Q has none: loss +infinity. */
  readonly infinite: number;
  /** Q's mass where P has none: loss -infinity. */
  readonly minusInfinite: number;
  /** Writes the tails at t: into an argument, because accountants ask a million times. */
  tails(t: number, into: Tails): void;
}

/** Unit roundoff of doubles. */
export const UNIT = 2 ** -53;

export const noTails = (): Tails => ({ upperP: 0, upperQ: 0, lowerP: 0, lowerQ: 0, error: 0 });

/** Everything lies above t, or everything below. */
export function allAbove(into: Tails): void {
  into.upperP = 0;
  into.upperQ = 0;
  into.lowerP = -Infinity;
  into.lowerQ = -Infinity;
  into.error = 0;
}

/** delta(epsilon) of one pair, from below and above: P(L > e) - exp(e)·Q(L > e). */
export function deltaOf(pair: LossPair, epsilon: number): { lower: number; upper: number } {
  const tails = noTails();
  pair.tails(epsilon, tails);
  const p = Math.exp(tails.upperP);
  const scaledQ = Math.exp(tails.upperQ + epsilon);
  const error = (tails.error + 8 * UNIT) * p + (tails.error + (8 + Math.abs(epsilon)) * 2 * UNIT) * scaledQ;
  const least = Math.max(0, -Math.expm1(epsilon));
  return {
    lower: Math.max(p - scaledQ - error, least, 0),
    upper: Math.min(Math.max(p - scaledQ + error, least * (1 + 4 * UNIT)), 1),
  };
}
