/**
 * Sums and differences of numbers given by their logarithms. -Infinity is the logarithm of 0.
 * Each result errs by a few units in the last place of itself or of the largest input.
 */

/** log(exp(a) + exp(b)). */
export function logAddExp(a: number, b: number): number {
  const larger = Math.max(a, b);
  if (larger === -Infinity || larger === Infinity) return larger;
  return larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
}

/** log(1 - exp(x)) for x <= 0, without loss at either end; NaN above 0. */
export const log1mExp = (x: number): number =>
  // below -ln 2 the power is the small quantity, above it the difference is
  x < -Math.LN2 ? Math.log1p(-Math.exp(x)) : Math.log(-Math.expm1(x));

/** log(exp(a) - exp(b)) for a >= b; where b is larger the difference counts as 0. */
export const logSubExp = (a: number, b: number): number => (b >= a ? -Infinity : a + log1mExp(b - a));

/** log of the sum of exp(x) over all x. */
export function logSumExp(logarithms: ArrayLike<number>): number {
  let largest = -Infinity;
  for (let i = 0; i < logarithms.length; i++) largest = Math.max(largest, logarithms[i]);
  if (largest === -Infinity || largest === Infinity) return largest;
  let sum = 0;
  for (let i = 0; i < logarithms.length; i++) sum += Math.exp(logarithms[i] - largest);
  return largest + Math.log(sum);
}
