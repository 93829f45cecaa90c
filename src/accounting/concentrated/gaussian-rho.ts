/** What discrete Gaussian noise costs in concentrated privacy, and how much of it a rho asks for. */
import { integerRoot, type Rational, rational } from '../../numerics/index.ts';

/**
 * Discrete Gaussian noise on a vector of integers.
 *   Says     scale s on every entry is d²/(2s²)-concentrated, d² the most that one unit changes the vector in the sum of squares;
 *            no epsilon bounds it
 *   Assumes  independent noise on every entry
 *   Rounds   nothing
 *   Source   [CKS20] Theorem 4
 */
export const gaussianRho = (euclideanSquared: bigint, scale: Rational): Rational =>
  rational.div(rational.ratio(euclideanSquared), rational.mul(rational.ratio(2n), rational.mul(scale, scale)));

/** Scales are multiples of this part of the distance. */
const BITS = 16n;

/**
 * The noise that a rho asks for.
 *   Says     `gaussianRho` of the returned scale is at most rho
 *   Assumes  rho above 0, a distance of at least 1
 *   Rounds   up, to 16 binary places more than the distance's own
 *   Source   trial: `gaussianRho`
 */
export function gaussianScale(euclideanSquared: bigint, rho: Rational): Rational {
  // the least n with d²/(2(n/2^b)²) <= rho: n² >= d²·2^(2b)/(2·rho)
  const square = rational.div(rational.ratio(euclideanSquared << (2n * BITS)), rational.mul(rational.ratio(2n), rho));
  const { numerator, denominator } = square;
  const least = (numerator + denominator - 1n) / denominator;
  const root = integerRoot(least);
  return rational.ratio(root * root < least ? root + 1n : root, 1n << BITS);
}
