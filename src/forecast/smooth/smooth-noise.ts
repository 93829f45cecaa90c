/** Laplace noise in proportion to a smooth sensitivity: how much of it keeps (epsilon, delta), exactly and as printed. */

import type { ApproximateGuarantee } from '../../vocabulary/index.ts';
import { refuse } from '../../vocabulary/index.ts';

/** Noise is Laplace of scale S/alpha, where S is smooth with beta. */
export interface SmoothNoise {
  readonly alpha: number;
  readonly beta: number;
}

/** Up to here the printed constants keep their promise for every delta up to 0.1. */
const PRINTED_EPSILON_MOST = 10;

/**
 * The constants as published.
 *   Says     α = ε/2 and β = ε/(2·ln(2/δ)) keep (ε, δ)
 *   Assumes  ε ≤ 10: above it the exact delta of these constants exceeds δ, below it for some δ above 0.1: all these are refused
 *   Rounds   nearest
 *   Source   [NRS07] Lemma 2.9; the limit of ε is ours, by `smoothDelta`
 */
export function printedSmoothNoise(privacy: ApproximateGuarantee): SmoothNoise {
  const { epsilon, delta } = checkSmooth(privacy);
  const noise = { alpha: epsilon / 2, beta: betaOf(privacy) };
  if (epsilon <= PRINTED_EPSILON_MOST && smoothDelta(noise, epsilon) <= delta) return noise;
  return refuse(
    'calibration_impossible',
    `The published constants of smooth sensitivity are unsound above epsilon ${PRINTED_EPSILON_MOST}, and below it for a large delta; here epsilon is ${epsilon} and delta is ${delta}. Use exact calibration, or a larger sample.`,
  );
}

const betaOf = ({ epsilon, delta }: ApproximateGuarantee): number => epsilon / (2 * Math.log(2 / delta));

function checkSmooth(privacy: ApproximateGuarantee): ApproximateGuarantee {
  const { epsilon, delta } = privacy;
  if (!(epsilon > 0 && epsilon < Infinity))
    return refuse('value_out_of_range', `Epsilon must be a finite number above 0; it is ${epsilon}.`);
  if (delta > 0 && delta < 1) return privacy;
  return refuse('delta_needed', `Noise by smooth sensitivity needs a delta above 0 and below 1; it is ${delta}.`);
}

/**
 * How far noise in proportion to a smooth sensitivity misses a pure promise.
 *   Says     the worst neighbours have equal sensitivities or such in the ratio r = e^β, either one the larger, and answers as
 *            far apart as the smaller of them. Equal: 1 − e^(−(α − ε)/2) where α > ε, else 0. The first one wider:
 *            ½(1 − 1/r)·(e^(−(ε + β − α)/(r − 1)) + e^(−(ε + β + α)/(r − 1))), the first term replaced by
 *            1 − ½(1 + 1/r)·e^(−(α − β − ε)/(r + 1)) where α > ε + β. The second one wider: where α/r + β > ε,
 *            1 + ½(r − 1)·e^((ε − β − α/r)/(1 − 1/r)) − ½(r + 1)·e^((ε − β − α/r)/(1 + 1/r)). For a given event the chance
 *            falls and then rises in the ratio, so the largest difference is at an end of the ratios
 *   Assumes  sensitivities of neighbours within a factor e^β, their answers no further apart than the smaller one
 *   Rounds   nearest, to a part in 10^12
 *   Source   derived from the densities; enumerated over ratios and distances
 */
export function smoothDelta({ alpha, beta }: SmoothNoise, epsilon: number): number {
  // then even the answers of the narrower law are too likely everywhere near its centre
  if (!(beta <= epsilon)) return 1;
  const equal = alpha > epsilon ? -Math.expm1((epsilon - alpha) / 2) : 0;
  return Math.max(equal, firstWider(alpha, beta, epsilon), secondWider(alpha, beta, epsilon));
}

/** Both tails of the wider law; where the answers are far apart the tail on its own side reaches beyond its centre. */
function firstWider(alpha: number, beta: number, epsilon: number): number {
  const growth = Math.expm1(beta);
  const tails = -0.5 * Math.expm1(-beta);
  const far = tails * Math.exp(-(epsilon + beta + alpha) / growth);
  const beyond = alpha - beta - epsilon;
  if (beyond > 0) return 1 - 0.5 * (1 + Math.exp(-beta)) * Math.exp(-beyond / (growth + 2)) + far;
  return tails * Math.exp(beyond / growth) + far;
}

/** A stretch around the centre of the narrower law. */
function secondWider(alpha: number, beta: number, epsilon: number): number {
  const excess = alpha * Math.exp(-beta) + beta - epsilon;
  if (!(excess > 0)) return 0;
  const ratio = Math.exp(beta);
  const left = Math.exp(excess / Math.expm1(-beta));
  const right = Math.exp(-excess / (1 + 1 / ratio));
  return 1 + 0.5 * Math.expm1(beta) * left - 0.5 * (ratio + 1) * right;
}

/** Halvings that lead from a coarse bracket to neighbouring numbers. */
const HALVINGS = 60;

/** The least noise with the published beta: the largest alpha whose exact delta is within the one asked for. */
export function exactSmoothNoise(privacy: ApproximateGuarantee): SmoothNoise {
  const { epsilon, delta } = checkSmooth(privacy);
  const beta = Math.min(betaOf(privacy), epsilon / 2);
  // neighbours of equal sensitivity alone allow no more
  let [low, high] = [0, epsilon - 2 * Math.log1p(-delta)];
  for (let step = 0; step < HALVINGS; step++) {
    const alpha = (low + high) / 2;
    if (smoothDelta({ alpha, beta }, epsilon) <= delta) low = alpha;
    else high = alpha;
  }
  if (low > 0) return { alpha: low, beta };
  return refuse(
    'calibration_impossible',
    `No noise proportional to this smooth sensitivity gives epsilon ${epsilon} and delta ${delta}. Use a larger sample, or a smaller epsilon or delta.`,
  );
}

/** Of Laplace noise of scale S/alpha. */
export const smoothNoiseVariance = (sensitivity: number, alpha: number): number => 2 * (sensitivity / alpha) ** 2;
