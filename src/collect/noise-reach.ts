/** How far noise can carry a released difference: beyond it, what was added up is no count of people. */
import { down, up } from '../numerics/index.ts';

export interface NoiseReach {
  /** Parameter of the discrete Laplace noise of each aggregator. */
  readonly noiseEpsilon: number;
  readonly aggregators: number;
  /** How many differences are released. */
  readonly values: number;
  /** That any of them is carried farther. */
  readonly chance: number;
}

/** Every exponent below the parameter gives a bound; so many are tried, and the best is taken. */
const EXPONENTS = 64;

/**
 * The reach of the noise of all aggregators together.
 *   Says     P[|X_1 + ... + X_A| > t for any of V sums] <= chance, t = min over s of (A·ln M(s) + ln(2V/chance)) / s with
 *            M(s) = (1−p)² / ((1−p·e^s)(1−p·e^−s)), p = e^−e, 0 < s < e
 *   Assumes  all noise is independent, and P[x] proportional to e^(−e·|x|) on the whole numbers
 *   Rounds   up
 *   Source   Chernoff's bound, on both sides, for each of the sums; M is the mean of e^(s·X), three geometric series
 */
export function noiseReach({ noiseEpsilon, aggregators, values, chance }: NoiseReach): number {
  const rare = up.log(up.div(2 * values, chance));
  let least = Infinity;
  for (let place = 1; place < EXPONENTS; place += 1) {
    const exponent = (noiseEpsilon * place) / EXPONENTS;
    const moments = up.mul(aggregators, logMoment(noiseEpsilon, exponent));
    least = Math.min(least, up.div(up.add(moments, rare), exponent));
  }
  return Math.ceil(least);
}

/** ln M(s), rounded up. */
function logMoment(parameter: number, exponent: number): number {
  const whole = up.mul(2, up.log(-down.expm1(-parameter)));
  const towards = down.log(-up.expm1(-down.sub(parameter, exponent)));
  const away = down.log(-up.expm1(-down.add(parameter, exponent)));
  return up.sub(up.sub(whole, towards), away);
}
