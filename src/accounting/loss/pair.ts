/**
 * The primitive of the accountant: two distributions P and Q seen through their privacy loss L = ln dP/dQ.
 * Whatever is claimed of a mechanism is claimed of such a pair, so every mechanism and every way of sampling
 * speaks this one language: the tails of L under both.
 */

/** Natural logarithms of one tail's mass under P and under Q, with a bound on the absolute error of either. */
export interface Tail {
  p: number;
  q: number;
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
  /** Writes the masses of L > t: into an argument, because accountants ask a million times. */
  upper(t: number, into: Tail): void;
  /** Writes the masses of L < t. */
  lower(t: number, into: Tail): void;
}

/** A number from both sides: `lower <= truth <= upper`. */
export interface Sides {
  readonly lower: number;
  readonly upper: number;
}

/** Exponentials of larger losses overflow, or nearly. */
export const LOSS_MAX = 600;

/** Unit roundoff of doubles. */
export const UNIT = 2 ** -53;

export const emptyTail = (): Tail => ({ p: -Infinity, q: -Infinity, error: 0 });

export function write(into: Tail, p: number, q: number, error: number): void {
  into.p = p;
  into.q = q;
  into.error = error;
}

/** The whole of both distributions, or nothing of them. */
export const writeAll = (into: Tail): void => write(into, 0, 0, 0);
export const writeNone = (into: Tail): void => write(into, -Infinity, -Infinity, 0);

/** delta(epsilon) of one pair, from below and above: P(L > e) - exp(e)·Q(L > e). */
export function deltaOf(pair: LossPair, epsilon: number): { lower: number; upper: number } {
  // from the highest loss on only infinite loss is left, and its mass is known without a tail
  if (epsilon >= Math.max(pair.highest, 0)) return { lower: surelyInfinite(pair), upper: pair.infinite };
  const tail = emptyTail();
  pair.upper(epsilon, tail);
  const p = Math.exp(tail.p);
  const scaledQ = Math.exp(tail.q + epsilon);
  const error = (tail.error + 8 * UNIT) * p + (tail.error + (8 + Math.abs(epsilon)) * 2 * UNIT) * scaledQ;
  const least = Math.max(0, -Math.expm1(epsilon));
  return {
    lower: Math.max(p - scaledQ - error, least * (1 - 4 * UNIT), 0),
    upper: Math.min(Math.max(p - scaledQ + error, least * (1 + 4 * UNIT)), 1),
  };
}

/** `infinite` is rounded up; so much of P certainly has infinite loss. */
export function surelyInfinite(pair: LossPair): number {
  if (pair.infinite === 0 || pair.highest === Infinity) return pair.infinite * (1 - 8 * UNIT);
  const tail = emptyTail();
  pair.upper(pair.highest, tail);
  return Math.min(pair.infinite, Math.exp(tail.p) * (1 - tail.error - 8 * UNIT));
}
