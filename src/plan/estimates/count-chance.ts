/** The chance of a noisy count: that of a law on whole numbers, with noise added. */
import { logUpperTail, toNumber, upperTail } from '../../numerics/index.ts';
import type { CountLaw } from './drawn-units.ts';
import type { NoiseLaw } from './noisy.ts';

/**
 * Beyond this variance a count is taken for normal. The skewness left moves one tail of 2.5 % up and the other one down, by
 * less than 0.3 % each.
 */
const NORMAL_FROM = 100;

/** Probabilities below this part of the greatest are left out. */
const NEGLIGIBLE = 1e-10;

export type ChanceBelow = (law: CountLaw, value: number) => number;

/**
 * P(count + noise < value) + lot·P(count + noise = value): uniform from 0 to 1 where the value is that sum and the lot is
 * uniform, so that intervals made of it hold as often as they say, however few the units.
 */
export function chanceBelow({ kind, scale: exact }: NoiseLaw, lot: number): ChanceBelow {
  const scale = toNumber(exact, 'nearest');
  const [noiseBelow, normalBelow] =
    kind === 'discrete-laplace'
      ? [laplaceBelow(scale, lot), normalLaplaceBelow(scale)]
      : [gaussianBelow(scale, lot), normalGaussianBelow(scale)];
  return (law, value) =>
    law.variance > NORMAL_FROM
      ? normalBelow(value - 0.5 + lot - law.mean, Math.sqrt(law.variance))
      : expected(law, x => noiseBelow(value - x));
}

/** Of a function of the count, from the peak of its law outwards. */
function expected({ least, most, peak, next }: CountLaw, of: (x: number) => number): number {
  let [all, sum] = [0, 0];
  for (let x = peak, weight = 1; weight > NEGLIGIBLE; weight *= next(x), x += 1) {
    all += weight;
    sum += weight * of(x);
    if (x === most) break;
  }
  for (let x = peak - 1, weight = 1; x >= least; x -= 1) {
    weight /= next(x);
    if (!(weight > NEGLIGIBLE)) break;
    all += weight;
    sum += weight * of(x);
  }
  return sum / all;
}

/** Discrete Laplace: P(Z <= -m) = q^m/(1 + q) for m from 0 on, q = exp(-1/scale). */
function laplaceBelow(scale: number, lot: number): (z: number) => number {
  const decay = Math.exp(-1 / scale);
  return z => {
    const beyond = Math.exp(-Math.abs(z) / scale) / (1 + decay);
    // P(Z < z), and P(Z = z)
    const below = z > 0 ? 1 - beyond : beyond * decay;
    return below + lot * beyond * (1 - decay);
  };
}

/** Discrete Gaussian, as the normal distribution of its cells. */
const gaussianBelow =
  (scale: number, lot: number) =>
  (z: number): number =>
    (1 - lot) * upperTail((0.5 - z) / scale) + lot * upperTail((-0.5 - z) / scale);

const normalGaussianBelow =
  (scale: number) =>
  (distance: number, deviation: number): number =>
    upperTail(-distance / Math.hypot(deviation, scale));

/**
 * P(N + L/a > u) for a standard normal N and a Laplace L of scale 1 is
 * Q(u) + (exp(a²/2 - au)·Q(a - u) - exp(a²/2 + au)·Q(a + u))/2; both are symmetric.
 */
const normalLaplaceBelow =
  (scale: number) =>
  (distance: number, deviation: number): number => {
    const [u, a] = [-distance / deviation, deviation / scale];
    // noise that small moves nothing, and the exponents would cancel
    if (a > 1e4) return upperTail(u);
    const half = (sign: 1 | -1): number => Math.exp((a * a) / 2 - sign * a * u + logUpperTail(a - sign * u)) / 2;
    return upperTail(u) + half(1) - half(-1);
  };
