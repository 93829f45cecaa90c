/** Gaussian noise: one shifted normal, a mixture of shifts against none, and the mirrored pair of a replaced unit. */
import { logAddExp, logUpperTail, normalTailError } from '../../../numerics/index.ts';
import { type LossPair, UNIT, write, writeAll, writeNone } from '../pair.ts';

/** Error of the logarithm of a normal tail whose argument carries a few roundings: conditioning grows with z squared. */
const tailError = (z: number): number =>
  Number.isFinite(z) ? normalTailError * (1 + (z * z) / 2) + 6 * UNIT * z * z : normalTailError;

/** N(shift, 1) against N(0, 1): the loss is normal itself. */
export function gaussian(shift: number): LossPair {
  const crossing = (t: number): number => t / shift + shift / 2;
  const error = (x: number): number => tailError(Math.max(Math.abs(x), Math.abs(x - shift)));
  return {
    lowest: -Infinity,
    highest: Infinity,
    infinite: 0,
    minusInfinite: 0,
    upper(t, into) {
      const x = crossing(t);
      write(into, logUpperTail(x - shift), logUpperTail(x), error(x));
    },
    lower(t, into) {
      const x = crossing(t);
      write(into, logUpperTail(shift - x), logUpperTail(-x), error(x));
    },
  };
}

export interface Component {
  readonly weight: number;
  readonly shift: number;
}

/** ln sum w_i N(x; s_i, 1) / N(x; 0, 1), increasing in x when no shift is negative. */
function mixtureLoss(components: readonly Component[], x: number): number {
  let largest = -Infinity;
  for (const { weight, shift } of components) largest = Math.max(largest, Math.log(weight) + shift * (x - shift / 2));
  let sum = 0;
  for (const { weight, shift } of components) sum += weight * Math.exp(shift * (x - shift / 2) - largest);
  return largest + Math.log(sum);
}

/** Where the loss of a mixture crosses t: bisection to adjacent doubles, so the crossing errs by roundings only. */
function mixtureCrossing(components: readonly Component[], t: number): number {
  let low = -1;
  let high = 1;
  while (mixtureLoss(components, low) > t && low > -1e12) low *= 2;
  while (mixtureLoss(components, high) <= t && high < 1e12) high *= 2;
  for (;;) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) return high;
    if (mixtureLoss(components, middle) <= t) low = middle;
    else high = middle;
  }
}

/**
 * sum_i w_i N(s_i, 1) against N(0, 1), shifts not negative; what the weights lack of 1 has infinite loss.
 * The loss increases in x, so its tails are normal tails at one crossing.
 */
export function gaussianMixture(components: readonly Component[], infinite = 0): LossPair {
  const still = components.filter(({ shift }) => shift === 0).reduce((sum, { weight }) => sum + weight, 0);
  const moving = components.some(({ shift, weight }) => shift > 0 && weight > 0);
  const lowest = still > 0 ? Math.log(still) : -Infinity;
  const weighted = components.filter(({ weight }) => weight > 0);
  const crossing = (t: number): number => {
    if (!moving) return Infinity;
    return t === lowest ? -Infinity : mixtureCrossing(weighted, t);
  };
  const error = (x: number): number =>
    2 * tailError(Math.max(Math.abs(x), ...weighted.map(({ shift }) => Math.abs(x - shift))));
  const mixed = (start: number, tail: (shift: number) => number): number =>
    weighted.reduce((sum, { weight, shift }) => logAddExp(sum, Math.log(weight) + tail(shift)), start);
  return {
    lowest,
    highest: moving ? Infinity : lowest,
    infinite,
    minusInfinite: 0,
    upper(t, into) {
      if (t < lowest) return writeAll(into);
      const x = crossing(t);
      write(
        into,
        mixed(Math.log(infinite), shift => logUpperTail(x - shift)),
        logUpperTail(x),
        error(x),
      );
    },
    lower(t, into) {
      if (t <= lowest) return writeNone(into);
      const x = crossing(t);
      write(
        into,
        mixed(-Infinity, shift => logUpperTail(shift - x)),
        logUpperTail(-x),
        error(x),
      );
    },
  };
}

/**
 * One unit replaced under a coin of the given rate: (1-g)N(0)+gN(D) against (1-g)N(0)+gN(-D).
 *   Says     this pair dominates Poisson sampling of Gaussian sums under replacement, and is reached
 *   Assumes  each unit's contribution has norm at most D (in noise units)
 *   Rounds   nothing; the crossing is closed form: y = L/2 + asinh(k sinh(L/2)), k = (1-g)/g exp(D^2/2), x = y/D
 *   Source   [Lebeda25] Proposition 13
 */
export function mirroredGaussian(shift: number, rate: number): LossPair {
  const logRate = Math.log(rate);
  const logRest = Math.log1p(-rate);
  const logK = logRest - logRate + (shift * shift) / 2;
  const crossing = (t: number): number =>
    t === 0 ? 0 : (t / 2 + Math.sign(t) * scaledAsinh(logK, Math.abs(t) / 2)) / shift;
  const error = (x: number): number => tailError(Math.abs(x) + shift);
  const blend = (rest: number, moved: number): number => logAddExp(logRest + rest, logRate + moved);
  return {
    lowest: -Infinity,
    highest: Infinity,
    infinite: 0,
    minusInfinite: 0,
    upper(t, into) {
      const x = crossing(t);
      const rest = logUpperTail(x);
      write(into, blend(rest, logUpperTail(x - shift)), blend(rest, logUpperTail(x + shift)), error(x));
    },
    lower(t, into) {
      const x = crossing(t);
      const rest = logUpperTail(-x);
      write(into, blend(rest, logUpperTail(shift - x)), blend(rest, logUpperTail(-x - shift)), error(x));
    },
  };
}

/** asinh(exp(logK)·sinh(v)) for v >= 0, without overflow. */
function scaledAsinh(logK: number, v: number): number {
  const logSinh = v > 1 ? v - Math.LN2 + Math.log1p(-Math.exp(-2 * v)) : Math.log(Math.sinh(v));
  const logArgument = logK + logSinh;
  return logArgument > 20 ? Math.LN2 + logArgument : Math.asinh(Math.exp(logArgument));
}
