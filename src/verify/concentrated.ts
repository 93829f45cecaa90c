/**
 * Concentrated charges by the second implementation: rho of a question on the base or on what was drawn, never above the formula,
 * and whether a sum of rho keeps the promise of a policy.
 */
import { type Rational, rational } from '../numerics/index.ts';
import { ERROR, type Fixed, greater, logSum, ONE, tilted, times } from './fixed-point.ts';

const { add, div, mul, one, ratio, sub } = rational;
const HALF = ratio(1n, 2n);

/**
 * Any mechanism with an epsilon.
 *   Says     e·tanh(e/2), as 2·e^e/(1 + e^e) − 1 times e
 *   Assumes  nothing but the epsilon
 *   Rounds   down, by less than 10^-33
 *   Source   randomized response is the worst mechanism of its epsilon
 */
export const responseRho = (epsilon: Fixed): Fixed => times(sub(mul(ratio(2n), tilted(HALF, epsilon)), one), epsilon);

/** A value drawn by the exponential mechanism, from the base table: e²/8. Rounded down. */
export const rangeRho = (epsilon: Fixed): Fixed => (epsilon * epsilon) / (8n * ONE);

/** A table on the way from the base, with what its unit's chance to be there follows from. */
export interface ChancePlace {
  readonly rate: Rational;
  readonly spent: Fixed;
  /** The other parts of a random split. */
  readonly beside: readonly { readonly rate: Rational; readonly spent: Fixed }[];
  /** Units may be in no part at all: the chance of that, or of no coin. */
  readonly rest: Rational;
}

/**
 * A question on kept coins or random parts.
 *   Says     λ(ln(1 − p + p·e^e)), p the product over the way of b·e^E/(b·e^E + rest + Σ b_i·e^(−E_i))
 *   Assumes  added or removed units, no delta inside
 *   Rounds   down, by less than 10^-33
 *   Source   derived: see the theorems of the first implementation; computed in another way
 */
export function insideRho(way: readonly ChancePlace[], epsilon: Fixed): Fixed {
  const chance = way.map(chanceAt).reduce(mul, one);
  const loss = logSum([
    [sub(one, chance), 0n],
    [chance, epsilon],
  ]);
  return responseRho(greater(0n, loss - ERROR));
}

/** tilted(w, E) with odds w : 1 − w of b to all that speaks for elsewhere, which is rounded up. */
function chanceAt({ rate, spent, beside, rest }: ChancePlace): Rational {
  const elsewhere = beside.map(part => mul(part.rate, expOfMinusAbove(part.spent))).reduce(add, rest);
  return tilted(short(div(rate, add(rate, elsewhere))), spent);
}

/** e^−x = 1/σ(x) − 1, rounded up. */
const expOfMinusAbove = (amount: Fixed): Rational => sub(div(one, tilted(HALF, amount)), one);

/** To 160 binary places, rounded down: quotients of quotients grow. */
const short = ({ numerator, denominator }: Rational): Rational => ratio((numerator << 160n) / denominator, 1n << 160n);

/**
 * Whether a sum of rho keeps (epsilon, delta).
 *   Says     for some a > 1, (a−1)(a·rho − epsilon) − ln(a−1) + a·ln(1 − 1/a) is at most ln delta
 *   Assumes  concentrated privacy of the sum, and that every answer counted before it was given
 *   Rounds   towards no, by less than 10^-30 of the logarithm
 *   Source   [CKS20] Proposition 12, at one a that is looked for in doubles and judged exactly
 */
export function keepsPromise(rho: Fixed, epsilon: Fixed, delta: Rational): boolean {
  if (rho === 0n) return true;
  if (delta.numerator <= 0n) return false;
  const order = likelyOrder(Number(rho) / Number(ONE), Number(epsilon) / Number(ONE));
  const less = sub(order, one);
  const exponent = times(mul(less, order), rho) - times(less, epsilon);
  const logOfLess = logOf(less);
  const logOfShare = logOf(div(less, order));
  return exponent - logOfLess + times(order, logOfShare) + slack(order) <= logOf(delta);
}

/** Large and small numbers alike: of a number below 1 the logarithm of its reciprocal is taken. */
function logOf(value: Rational): Fixed {
  return value.numerator >= value.denominator ? logSum([[value, 0n]]) : -logSum([[div(one, value), 0n]]);
}

/** Errors of three logarithms, one of them taken so many times. */
const slack = ({ numerator, denominator }: Rational): Fixed => ERROR * (4n + numerator / denominator);

/** The order at which the bound is least, to within what doubles know: any order gives a bound. */
function likelyOrder(rho: number, epsilon: number): Rational {
  const bound = (a: number): number => (a - 1) * (a * rho - epsilon) - Math.log(a - 1) + a * Math.log1p(-1 / a);
  let [low, high] = [1 + 1e-9, 2 * (epsilon / rho + 2)];
  for (let i = 0; i < 300; i++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (bound(left) <= bound(right)) high = right;
    else low = left;
  }
  return rational.fromNumber((low + high) / 2);
}
