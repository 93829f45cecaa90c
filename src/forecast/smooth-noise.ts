/** Laplace noise in proportion to a smooth sensitivity: how much of it keeps (epsilon, delta), exactly and as printed. */
import { refuse } from '../vocabulary/index.ts';
import type { Privacy } from './design.ts';

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
 *   Assumes  ε ≤ 10: above it the exact delta of these constants exceeds δ, first for large δ
 *   Rounds   nearest
 *   Source   [NRS07] Lemma 2.9; the limit of ε is ours, by `smoothDelta`
 */
export function printedSmoothNoise(privacy: Privacy): SmoothNoise {
  const { epsilon, delta } = checkSmooth(privacy);
  if (epsilon <= PRINTED_EPSILON_MOST) return { alpha: epsilon / 2, beta: betaOf(privacy) };
  return refuse(
    'calibration_impossible',
    `The printed constants of smooth sensitivity are unsound above epsilon ${PRINTED_EPSILON_MOST}; here epsilon is ${epsilon} and delta ${delta}. Use exact calibration, or a larger sample.`,
  );
}

const betaOf = ({ epsilon, delta }: Privacy): number => epsilon / (2 * Math.log(2 / delta));

function checkSmooth(privacy: Privacy): Privacy {
  const { epsilon, delta } = privacy;
  if (!(epsilon > 0 && epsilon < Infinity))
    return refuse('value_out_of_range', `Epsilon is a finite number above 0; it is ${epsilon}.`);
  if (delta > 0 && delta < 1) return privacy;
  return refuse('delta_needed', `Noise by smooth sensitivity needs a delta above 0 and below 1; it is ${delta}.`);
}

/**
 * How far noise in proportion to a smooth sensitivity misses a pure promise.
 *   Says     δ(ε) = ½(1 − e^(−β))·(e^(−t1) + e^(−D−t2)), with D = α·e^(−β), t1 = (ε − α + β)/(e^β − 1) and
 *            t2 = (ε + β + D)/(e^β − 1): the worst neighbours have sensitivities in the ratio e^β and answers that are as
 *            far apart as the smaller of them; 1 where β + D > ε, for then the other direction fails too
 *   Assumes  sensitivities of neighbours within a factor e^β, their answers no further apart than the smaller one
 *   Rounds   nearest, to a part in 10^12
 *   Source   derived from the densities; enumerated over ratios and distances
 */
export function smoothDelta({ alpha, beta }: SmoothNoise, epsilon: number): number {
  const apart = alpha * Math.exp(-beta);
  if (!(beta + apart <= epsilon)) return 1;
  const growth = Math.expm1(beta);
  const left = (epsilon - alpha + beta) / growth;
  const right = (epsilon + beta + apart) / growth;
  return -0.5 * Math.expm1(-beta) * (Math.exp(-left) + Math.exp(-apart - right));
}

/** Halvings that lead from a coarse bracket to neighbouring numbers. */
const HALVINGS = 60;

/** The least noise with the published beta: the largest alpha whose exact delta is within the one asked for. */
export function exactSmoothNoise(privacy: Privacy): SmoothNoise {
  const { epsilon, delta } = checkSmooth(privacy);
  const beta = Math.min(betaOf(privacy), epsilon / 2);
  let [low, high] = [0, epsilon * Math.exp(beta)];
  for (let step = 0; step < HALVINGS; step++) {
    const alpha = (low + high) / 2;
    if (smoothDelta({ alpha, beta }, epsilon) <= delta) low = alpha;
    else high = alpha;
  }
  if (low > 0) return { alpha: low, beta };
  return refuse('calibration_impossible', `No noise by smooth sensitivity keeps epsilon ${epsilon}, delta ${delta}.`);
}

/** Of Laplace noise of scale S/alpha. */
export const smoothNoiseVariance = (sensitivity: number, alpha: number): number => 2 * (sensitivity / alpha) ** 2;
