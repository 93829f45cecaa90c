/** Ways to release a quantile of a sample privately: what is released on average, and how much it varies around that. */
import { type ApproximateGuarantee, invariant, type Relation } from '../vocabulary/index.ts';
import { exponentialMoments } from './exponential-quantile.ts';
import { type AdditiveMechanism, noiseVariance } from './noise-variance.ts';
import { permuteAndFlipMoments } from './permute-and-flip-quantile.ts';
import { secretSizeSensitivity } from './smooth/secret-size-sensitivity.ts';
import { exactSmoothNoise, printedSmoothNoise, smoothNoiseVariance } from './smooth/smooth-noise.ts';
import { openSmoothSensitivity, quantilePlace } from './smooth/smooth-sensitivity.ts';

/**
 * laplace, gaussian    noise for the whole range: one unit may move a median from one bound to the other
 * smooth               Laplace noise by smooth sensitivity, with the least noise that keeps delta exactly
 * smooth-printed       the same with the published constants
 * exponential          a value is chosen, the likelier the nearer it is to the rank
 * permute-and-flip     the same among multiples of a step, as questions are answered; with ever finer steps it is the former
 */
export type QuantileMechanism =
  | Exclude<AdditiveMechanism, 'discrete-laplace'>
  | 'smooth'
  | 'smooth-printed'
  | 'exponential'
  | 'permute-and-flip';

export interface BoundedQuantile {
  /**
   * 0.5 is the median, by its rank: of an even number of values the lower of the middle two. Their mean would have half the
   * smooth sensitivity, and rates would be told apart by whether their samples are even.
   */
  readonly quantile: number;
  readonly min: number;
  readonly max: number;
  readonly relation: Relation;
  /** For permute-and-flip: the smallest difference between two values. */
  readonly step?: number | undefined;
}

export interface ReleasedQuantile {
  readonly centre: number;
  readonly variance: number;
}

export type ReleaseQuantile = (sorted: Float64Array) => ReleasedQuantile;

/** Where nobody was drawn, the middle of the range: coins may do that. */
export const quantileOf = (sorted: Float64Array, { quantile, min, max }: BoundedQuantile): number =>
  sorted.length === 0 ? (min + max) / 2 : sorted[quantilePlace(sorted.length, quantile).lower];

/** For samples of up to so many values. */
export function openQuantile(
  mechanism: QuantileMechanism,
  question: BoundedQuantile,
  privacy: ApproximateGuarantee,
  sizeMost: number,
): ReleaseQuantile {
  const { min, max } = question;
  if (mechanism === 'exponential') return sorted => exponentialMoments(sorted, question, privacy.epsilon);
  if (mechanism === 'permute-and-flip') {
    const { step } = question;
    invariant(step !== undefined, 'the step was checked');
    return sorted => permuteAndFlipMoments(sorted, { ...question, step }, privacy.epsilon);
  }
  if (mechanism === 'smooth' || mechanism === 'smooth-printed') {
    const { alpha, beta } = mechanism === 'smooth' ? exactSmoothNoise(privacy) : printedSmoothNoise(privacy);
    const sensitivityOf = openSensitivity(question, beta, sizeMost);
    return sorted => ({
      centre: quantileOf(sorted, question),
      variance: smoothNoiseVariance(sensitivityOf(sorted), alpha),
    });
  }
  const variance = noiseVariance(mechanism, { sum: max - min, euclidean: max - min }, privacy);
  return sorted => ({ centre: quantileOf(sorted, question), variance });
}

function openSensitivity(
  { quantile, min, max, relation }: BoundedQuantile,
  beta: number,
  sizeMost: number,
): (sorted: Float64Array) => number {
  if (relation === 'add-remove')
    return sorted => secretSizeSensitivity(sorted, { quantile, min, max, beta, nobody: (min + max) / 2 });
  const sensitivityOf = openSmoothSensitivity({ min, max, beta }, sizeMost);
  return sorted => sensitivityOf(sorted, quantilePlace(sorted.length, quantile));
}
