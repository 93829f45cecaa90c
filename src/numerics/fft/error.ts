/** What rounding can do to a transform, proved before it runs. */
import { directLengthMax } from './twiddles.ts';

const unitRoundoff = 2 ** -53;

/** Errors in units of the roundoff: a complex product, and a tabulated root (each part within 1 ulp <= u). */
const product = Math.sqrt(5);
const tabulated = Math.SQRT2;

/** A root of a pass over `count` powers: read from the table, or the product of two that were. */
const rootError = (count: number): number => (count <= directLengthMax ? tabulated : 2 * tabulated + product);

/**
 * A constant c: every coefficient errs by at most c·sum|x[j]|, every point of the inverse by c·sum|X[k]|/size.
 *   Says     a complex signal z of `half` points is transformed within η·sum|z[j]|, where every stage multiplies the
 *            path from a point to a coefficient by factors 1 + d: two sums (|d| <= u each, one in a radix-2 stage),
 *            a product (|d| <= √5·u) with a root (|d| <= rootError·u), so η is the sum of these.
 *            Taking even and odd apart weighs two such errors by |1 - iw|/2 and |1 + iw|/2, together at most √2,
 *            and adds its own: u for the even part, (1 + √5 + rootError)·u for the odd part, u for their sum.
 *            Backwards sum|z| <= √2·sum|X|, and the sum of own errors is the same with √2·u for the last u.
 *   Assumes  size a power of two (scaling is exact); sums of magnitudes from 2^-900 to 2^900, so that what
 *            underflow takes is far below the slack
 *   Rounds   up: terms of second order (below 1e-13 of the first) and the rounding of this sum are in the slack
 *   Source   Brent, Percival, Zimmermann 2007 (complex products); Higham 2002, section 24.1 (stage by stage)
 */
export function elementError(size: number): number {
  const half = size / 2;
  let complex = 0;
  let left = half;
  for (; left > 4; left /= 4) complex += 2 + product + rootError(left / 4);
  complex += Math.log2(left);
  const apart = 2 + product + rootError(half / 2) + Math.SQRT2;
  const slack = 1 + 2 ** -20;
  return (Math.SQRT2 * complex + apart) * unitRoundoff * slack;
}
