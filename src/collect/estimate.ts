/** From the counts of two rounds to how many people have each value, and how far off that is. */
import { refuse } from '../vocabulary/index.ts';

export interface Estimation {
  readonly sampling: number;
  /** Parameter of the noise on each difference; none leaves it exact. */
  readonly noiseEpsilon?: number | undefined;
  /** Each aggregator adds the whole noise, so that one honest one suffices. */
  readonly aggregators: number;
}

/** How many people have a value: those who moved to it, each standing for 1/sampling people. */
export const estimate = (difference: number, { sampling }: Estimation): number => difference / sampling;

/**
 * The variance of an estimate.
 *   Says     n(1−π_s)/π_s + A·Var/π_s² for n people of the value and A aggregators, Var that of the noise; the estimate is
 *            unbiased, and people without the value do not enter
 *   Assumes  the same people answer both rounds
 *   Rounds   to nearest
 *   Source   [JG17] equations 11 and 16; the variance of a binomial
 */
export const estimateVariance = (count: number, { sampling, noiseEpsilon, aggregators }: Estimation): number =>
  (count * (1 - sampling)) / sampling +
  (noiseEpsilon === undefined ? 0 : (aggregators * noiseVariance(noiseEpsilon)) / sampling ** 2);

/**
 * The variance of discrete Laplace noise.
 *   Says     2p/(1−p)² with p = e^−e, which is 1/(2·sinh²(e/2))
 *   Assumes  P[x] is proportional to e^(−e·|x|) on the whole numbers
 *   Rounds   to nearest
 *   Source   two geometric series
 */
export const noiseVariance = (parameter: number): number => 1 / (2 * Math.sinh(parameter / 2) ** 2);

export function checkEstimation({ noiseEpsilon, aggregators }: Estimation): void {
  if (!(noiseEpsilon === undefined || (noiseEpsilon > 0 && noiseEpsilon < Infinity)))
    refuse('value_out_of_range', `The epsilon of the noise must be a finite number above 0; it is ${noiseEpsilon}.`);
  if (!(Number.isSafeInteger(aggregators) && aggregators >= 1))
    refuse('value_out_of_range', `The number of aggregators must be a whole number, at least 1; it is ${aggregators}.`);
}
