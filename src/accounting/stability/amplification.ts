/**
 * The functions from which the sampling prices are built, rounded up for every finite argument:
 * `amplify` is what a change of x costs when it is met with some probability, `tilt` is that probability
 * after everything else has been seen.
 */
import { down, up } from '../../numerics/index.ts';

/** Beyond this exp would overflow, and the forms that divide by exp(x) lose nothing. */
const LARGE = 700;

/**
 * What remains of an effect that is met only with probability `rate`.
 *   Says     the mean of exp(x) with probability b and 1 otherwise: ln(1 + b(e^x − 1))
 *   Assumes  0 ≤ b ≤ 1 and 0 ≤ x < ∞, both exact
 *   Rounds   up; never above x, and exactly x at b = 1, exactly 0 at b = 0
 *   Source   [EAS16] section 4.5, restated with expm1 and log1p so that small x keeps its digits
 */
export function amplify(rate: number, x: number): number {
  if (rate === 0) return 0;
  const amplified =
    x <= LARGE
      ? up.log1p(up.mul(rate, up.expm1(x)))
      : up.add(x, up.log(up.add(rate, up.mul(up.sub(1, rate), up.exp(-x)))));
  return Math.min(amplified, x);
}

/**
 * A rate as it looks after answers that favoured inclusion by a factor e^x.
 *   Says     the posterior probability b·e^x / (1 − b + b·e^x)
 *   Assumes  0 ≤ b ≤ 1; x finite, of either sign
 *   Rounds   up; never above 1, and exactly b at x = 0
 *   Source   Bayes' rule
 */
export function tilt(rate: number, x: number): number {
  if (rate === 0 || rate === 1 || x === 0) return rate;
  const others = down.sub(1, rate);
  if (x >= 0) return Math.min(up.div(rate, down.add(rate, down.mul(others, down.exp(-x)))), 1);
  const weight = up.mul(rate, up.exp(x));
  return Math.min(up.div(weight, down.add(others, weight)), 1);
}

/**
 * What is met for certain, and with probability `rate` more.
 *   Says     x + ln((1 − b + b·e^y) / (1 − b + b·e^x)), at most y
 *   Assumes  0 ≤ b ≤ 1 and 0 ≤ x ≤ y < ∞
 *   Rounds   up
 *   Source   [EAS16] section 4.5, tilted by e^x
 */
export const amplifyAbove = (x: number, rate: number, y: number): number =>
  Math.min(up.add(x, amplify(tilt(rate, x), up.sub(y, x))), y);
