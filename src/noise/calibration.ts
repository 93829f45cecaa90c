/** Exact integers in, noisy ones out: which noise a statistic gets for its share of the budget, and how far it will be off. */
import { concentratedDelta, gaussianScale } from '../accounting/concentrated/index.ts';
import type { MechanismShare } from '../amounts/index.ts';
import { type Rational, rational, toNumber, up, upperTailQuantile } from '../numerics/index.ts';
import { type Below, discreteGaussian, discreteLaplace } from '../random/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Integer noise of one kind, exactly scaled, and its variance. */
export interface Noise {
  readonly kind: 'discrete-laplace' | 'discrete-gaussian';
  /** What it keeps, by its name in the reference of theorems. */
  readonly theorem: 'laplaceNoise' | 'gaussianNoise' | 'gaussianRho';
  readonly scale: Rational;
  readonly variance: number;
}

/** What noise must hide, and what it may spend for that. */
export interface NoiseRequest {
  /** The most that one unit changes a statistic, added up over all groups; and in squares. */
  readonly sensitivity: bigint;
  readonly euclideanSquared: bigint;
  readonly share: MechanismShare;
}

/** The noise with the smaller variance that keeps the share. */
export function noiseFor({ sensitivity, euclideanSquared, share }: NoiseRequest): Noise {
  if (share.rho !== undefined) return concentratedNoise(euclideanSquared, share.rho);
  if (!(sensitivity >= 1n && share.epsilon.numerator > 0n && share.delta >= 0))
    return refuse(
      'value_out_of_range',
      'Noise needs a sensitivity of at least 1, epsilon above 0 and delta not negative.',
    );
  const laplace = laplaceNoise(sensitivity, share.epsilon);
  if (!(share.delta > 0)) return laplace;
  const gaussian = gaussianNoise(sensitivity, share);
  return gaussian.variance < laplace.variance ? gaussian : laplace;
}

/**
 * Discrete Laplace noise of scale sensitivity/epsilon.
 *   Says     a vector of integers that one unit changes by at most `sensitivity` in sum is released with epsilon
 *   Assumes  independent noise on every entry
 *   Rounds   nothing: the scale is an exact fraction
 *   Source   [GRS12]; [CKS20]
 */
export function laplaceNoise(sensitivity: bigint, epsilon: Rational): Noise {
  const scale = rational.div(rational.ratio(sensitivity, 1n), epsilon);
  const decay = 1 / toNumber(scale, 'nearest');
  const variance = (2 * Math.exp(-decay)) / Math.expm1(-decay) ** 2;
  return { kind: 'discrete-laplace', theorem: 'laplaceNoise', scale, variance };
}

/** The least whole number that the noise exceeds, in either direction, with at most this probability. */
export function halfWidth({ kind, scale }: Noise, probability: number): number {
  const width = toNumber(scale, 'up');
  if (kind === 'discrete-gaussian') return Math.ceil(upperTailQuantile(probability / 2) * width);
  // P(|x| > m) = 2·exp(-(m+1)/width)/(1+exp(-1/width))
  return Math.max(0, Math.ceil(Math.log(2 / probability / (1 + Math.exp(-1 / width))) * width) - 1);
}

/** Discrete Gaussian noise by rho: no epsilon bounds it, and no delta is needed. */
function concentratedNoise(euclideanSquared: bigint, rho: Rational): Noise {
  if (!(euclideanSquared >= 1n && rho.numerator > 0n))
    return refuse('value_out_of_range', 'Noise needs a sensitivity of at least 1 and a rho above 0.');
  const scale = gaussianScale(euclideanSquared, rho);
  return { kind: 'discrete-gaussian', theorem: 'gaussianRho', scale, variance: toNumber(scale, 'up') ** 2 };
}

/** Gaussian scales are multiples of 2^-GAUSSIAN_BITS of the sensitivity. */
const GAUSSIAN_BITS = 16n;

/**
 * Discrete Gaussian noise of the least scale that concentrated privacy converts to the share.
 *   Says     scale s on every entry of a vector that one unit changes by at most `sensitivity` in Euclidean norm is
 *            sensitivity^2/(2 s^2)-concentrated, hence (epsilon, delta) with delta as `concentratedDelta`
 *   Assumes  the sum of changes bounds their Euclidean norm, so one sensitivity serves both kinds of noise
 *   Rounds   the scale up
 *   Source   [CKS20] Theorem 4 and Proposition 12
 */
export function gaussianNoise(sensitivity: bigint, { epsilon, delta }: MechanismShare): Noise {
  const target = toNumber(epsilon, 'down');
  const keeps = (units: bigint): boolean => {
    const ratio = Number(1n << GAUSSIAN_BITS) / Number(units);
    return concentratedDelta(up.div(up.mul(ratio, ratio), 2), target) <= delta;
  };
  let high = 1n << GAUSSIAN_BITS;
  while (!keeps(high)) high *= 2n;
  let low = high / 2n;
  while (high - low > 1n) {
    const middle = (high + low) / 2n;
    if (keeps(middle)) high = middle;
    else low = middle;
  }
  const scale = rational.ratio(high * sensitivity, 1n << GAUSSIAN_BITS);
  const deviation = toNumber(scale, 'up');
  return { kind: 'discrete-gaussian', theorem: 'gaussianNoise', scale, variance: deviation ** 2 };
}

/** The only place where what was read from people becomes what is released. A sampler of this noise; its scale is checked once for all the cells of a question. */
export const noiseSource = (below: Below, { kind, scale }: Noise): (() => bigint) =>
  kind === 'discrete-laplace' ? discreteLaplace(below, scale) : discreteGaussian(below, scale);
