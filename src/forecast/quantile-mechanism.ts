/** Ways to tell a quantile of a sample privately: what is told on average, and how much it varies around that. */
import type { Relation } from '../vocabulary/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { Privacy } from './design.ts';
import { exponentialMoments } from './exponential-quantile.ts';
import { type AdditiveMechanism, noiseVariance } from './noise-variance.ts';
import { exactSmoothNoise, printedSmoothNoise, smoothNoiseVariance } from './smooth-noise.ts';
import { openSmoothSensitivity, quantilePlace } from './smooth-sensitivity.ts';

/**
 * laplace, gaussian    noise for the whole range: one unit may move a median from one bound to the other
 * smooth               Laplace noise by smooth sensitivity, with the least noise that keeps delta exactly
 * smooth-printed       the same with the published constants
 * exponential          a value is chosen, the likelier the nearer it is to the rank
 */
export type QuantileMechanism =
  | Exclude<AdditiveMechanism, 'discrete-laplace'>
  | 'smooth'
  | 'smooth-printed'
  | 'exponential';

export interface QuantileQuestion {
  /**
   * 0.5 is the median, by its rank: of an even number of values the lower of the middle two. Their mean would have half the
   * smooth sensitivity, and rates would be told apart by whether their samples are even.
   */
  readonly quantile: number;
  readonly min: number;
  readonly max: number;
  readonly relation: Relation;
}

export interface ToldQuantile {
  readonly centre: number;
  readonly variance: number;
}

export type TellQuantile = (sorted: Float64Array) => ToldQuantile;

export const quantileOf = (sorted: Float64Array, quantile: number): number =>
  sorted[quantilePlace(sorted.length, quantile).lower];

/** For samples of up to so many values. */
export function openQuantile(
  mechanism: QuantileMechanism,
  question: QuantileQuestion,
  privacy: Privacy,
  sizeMost: number,
): TellQuantile {
  const { quantile, min, max } = question;
  if (mechanism === 'exponential') return sorted => exponentialMoments(sorted, question, privacy.epsilon);
  if (mechanism === 'smooth' || mechanism === 'smooth-printed')
    return bySmoothSensitivity(mechanism, question, privacy, sizeMost);
  const variance = noiseVariance(mechanism, { sum: max - min, euclidean: max - min }, privacy);
  return sorted => ({ centre: quantileOf(sorted, quantile), variance });
}

function bySmoothSensitivity(
  mechanism: 'smooth' | 'smooth-printed',
  { quantile, min, max, relation }: QuantileQuestion,
  privacy: Privacy,
  sizeMost: number,
): TellQuantile {
  if (relation === 'add-remove')
    return refuse('relation_unsupported', 'Smooth sensitivity is forecast for replaced units: draw a fixed size.');
  const { alpha, beta } = mechanism === 'smooth' ? exactSmoothNoise(privacy) : printedSmoothNoise(privacy);
  const sensitivityOf = openSmoothSensitivity({ min, max, beta }, sizeMost);
  return sorted => {
    const place = quantilePlace(sorted.length, quantile);
    return { centre: sorted[place.lower], variance: smoothNoiseVariance(sensitivityOf(sorted, place), alpha) };
  };
}
