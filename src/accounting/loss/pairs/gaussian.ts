/** Gaussian noise: one shifted normal, a mixture of shifts against none, and the mirrored pair of a replaced unit. */
import { logAddExp, logSumExp, logUpperTail, normalTailError } from '../../../numerics/index.ts';
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

export interface GaussianComponent {
  readonly weight: number;
  readonly shift: number;
}

/**
 * Where the loss of a mixture, ln sum w_i exp(s_i·x - s_i^2/2), crosses t. It increases and is convex in x, and every
 * single component crosses later: Newton's method from the first of those crossings comes down to the root.
 */
function mixtureCrossing(components: readonly GaussianComponent[], t: number): number {
  let x = Infinity;
  for (const { weight, shift } of components)
    if (shift > 0) x = Math.min(x, (t - Math.log(weight)) / shift + shift / 2);
  for (let i = 0; i < 200; i++) {
    let [sum, slope] = [0, 0];
    for (const { weight, shift } of components) {
      const part = weight * Math.exp(shift * (x - shift / 2) - t);
      sum += part;
      slope += shift * part;
    }
    const next = x - (Math.log(sum) * sum) / slope;
    if (!(next < x)) return x;
    x = next;
  }
  return x;
}

/**
 * sum_i w_i N(s_i, 1) against N(0, 1), shifts not negative; what the weights lack of 1 has infinite loss.
 * The loss increases in x, so its tails are normal tails at one crossing.
 */
export function gaussianMixture(components: readonly GaussianComponent[], infinite = 0): LossPair {
  const weighted = components.filter(({ weight }) => weight > 0).sort((a, b) => a.shift - b.shift);
  const logWeights = Float64Array.from(weighted, ({ weight }) => Math.log(weight));
  const logTails = new Float64Array(weighted.length);
  const still = weighted.reduce((sum, { shift, weight }) => (shift === 0 ? sum + weight : sum), 0);
  const farthest = weighted[weighted.length - 1].shift;
  const lowest = still > 0 ? Math.log(still) : -Infinity;
  const crossing = (t: number): number => {
    if (farthest === 0) return Infinity;
    return t === lowest ? -Infinity : mixtureCrossing(weighted, t);
  };
  const error = (x: number): number => 2 * tailError(Math.max(Math.abs(x), Math.abs(x - farthest)));
  /** ln of the mixture's mass above x (sign 1) or below it (sign -1). */
  const logMass = (x: number, sign: 1 | -1): number => {
    for (let i = 0; i < weighted.length; i++)
      logTails[i] = logWeights[i] + logUpperTail(sign * (x - weighted[i].shift));
    return logSumExp(logTails);
  };
  return {
    lowest,
    highest: farthest > 0 ? Infinity : lowest,
    infinite,
    minusInfinite: 0,
    upper(t, into) {
      if (t < lowest) return writeAll(into);
      const x = crossing(t);
      write(into, logAddExp(Math.log(infinite), logMass(x, 1)), logUpperTail(x), error(x));
    },
    lower(t, into) {
      if (t <= lowest) return writeNone(into);
      const x = crossing(t);
      write(into, logMass(x, -1), logUpperTail(-x), error(x));
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

/**
 * One unit more in a group of n that comes in by a coin: (1-g)N(0)+gN(n·s) against (1-g)N(0)+gN((n-1)·s).
 *   Says     the loss exceeds t >= 0 where x > (t+v)/s + (2n-1)s/2, v the root of
 *            (n-1)v + ln(exp(v) - 1) = ln((1-g)/g) + ln(exp(t) - 1) - n·t - n(n-1)s^2/2
 *   Assumes  t >= 0: below 0 the loss falls and rises again, and the tails are not correct
 *   Rounds   nothing; Newton's method comes up to the root, the left side being concave in v
 *   Source   definition
 */
export function crowdedGaussian(shift: number, rate: number, units: number): LossPair {
  const [logRate, logRest] = [Math.log(rate), Math.log1p(-rate)];
  const crossing = (t: number): number => {
    const right = logRest - logRate + logExpm1(t) - units * t - (units * (units - 1) * shift * shift) / 2;
    return (t + crowdedRoot(right, units)) / shift + ((2 * units - 1) * shift) / 2;
  };
  const blend = (rest: number, moved: number): number => logAddExp(logRest + rest, logRate + moved);
  const tails = (x: number, sign: 1 | -1): [p: number, q: number] => {
    const rest = logUpperTail(sign * x);
    return [
      blend(rest, logUpperTail(sign * (x - units * shift))),
      blend(rest, logUpperTail(sign * (x - (units - 1) * shift))),
    ];
  };
  const error = (x: number): number => 2 * tailError(Math.max(Math.abs(x), Math.abs(x - units * shift)));
  const reading =
    (sign: 1 | -1): LossPair['upper'] =>
    (t, into) => {
      const x = crossing(t);
      write(into, ...tails(x, sign), error(x));
    };
  return {
    lowest: -Infinity,
    highest: Infinity,
    infinite: 0,
    minusInfinite: 0,
    upper: reading(1),
    lower: reading(-1),
  };
}

/** ln(exp(x) - 1) for x >= 0. */
const logExpm1 = (x: number): number => (x > 1 ? x + Math.log1p(-Math.exp(-x)) : Math.log(Math.expm1(x)));

/** The root of (n-1)v + ln(exp(v) - 1) = right. */
function crowdedRoot(right: number, units: number): number {
  if (right < -700) return Math.exp(right);
  // to the left of the root: exp(nv) - exp((n-1)v) <= exp(nv) - 1
  let v = (right > 30 ? right : Math.log1p(Math.exp(right))) / units;
  for (let i = 0; i < 100; i++) {
    const next = v + (right - (units - 1) * v - logExpm1(v)) / (units - 1 - 1 / Math.expm1(-v));
    if (!(next > v * (1 + UNIT))) return v;
    v = next;
  }
  return v;
}

/** asinh(exp(logK)·sinh(v)) for v >= 0, without overflow. */
function scaledAsinh(logK: number, v: number): number {
  const logSinh = v > 1 ? v - Math.LN2 + Math.log1p(-Math.exp(-2 * v)) : Math.log(Math.sinh(v));
  const logArgument = logK + logSinh;
  return logArgument > 20 ? Math.LN2 + logArgument : Math.asinh(Math.exp(logArgument));
}
