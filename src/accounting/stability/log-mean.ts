/** The logarithm of a weighted mean of exponentials, rounded up, whatever the size of the exponents. */
import { down, up } from '../../numerics/index.ts';
import { greatest, sum } from './amounts.ts';

export interface WeightedExponent {
  /** The weight from both sides, so that rounding it cannot lower the mean. */
  readonly lower: number;
  readonly upper: number;
  readonly exponent: number;
}

/** Beyond this exp would overflow, and dividing by the largest term first loses nothing. */
const LARGE = 700;

/**
 * ln( Σ w·e^x / Σ w ), for x ≥ 0.
 *   Says     the mean exceeds 1 by Σ w(e^x − 1) / Σ w, and never exceeds the largest e^x
 *   Assumes  a positive sum of the weights
 *   Rounds   up
 *   Source   arithmetic
 */
export function logMeanExp(terms: readonly WeightedExponent[]): number {
  const most = greatest(terms.map(term => term.exponent));
  const total = terms.reduce((least, { lower }) => down.add(least, lower), 0);
  const mean = (of: (x: number) => number): number =>
    up.div(sum(terms.map(({ upper, exponent }) => up.mul(upper, of(exponent)))), total);
  const logarithm =
    most <= LARGE ? up.log1p(mean(x => up.expm1(x))) : up.add(most, up.log(mean(x => up.exp(up.sub(x, most)))));
  return Math.min(logarithm, most);
}
