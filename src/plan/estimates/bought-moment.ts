/** How far a variance or covariance of a sample may be off, with moments of what units add that were paid for. */
import { invariant } from '../../vocabulary/index.ts';
import { boughtVariance, leaning, squaresOf, withOneUnit } from './bought.ts';
import type { Interval } from './interval.ts';
import type { Noisy } from './noisy.ts';
import { normalReach } from './sampled-total.ts';

/** A number that moves with its statistics, to first order, as the sum of slope·statistic does. */
export interface Bought {
  /** The last one counts the values. */
  readonly noisy: readonly Noisy[];
  readonly slopes: readonly number[];
  readonly moments: readonly Noisy[];
  /** What is averaged over rows lies in here, and its mean is released. */
  readonly values: Interval;
  readonly mean: number;
}

interface Reach {
  /** Of the sum of slope·statistic, by noise and sampling. */
  readonly variance: number;
  /** Where it lies: about zero. */
  readonly within: Interval;
}

/** What units add to that sum has mean zero, so that its squares are all of its variance. */
export function boughtReach({ noisy, slopes, moments, values: [low, high], mean }: Bought): Reach {
  const { sampled } = noisy[noisy.length - 1];
  invariant(sampled !== undefined, 'intervals are bought of samples');
  const { chance, rowsPerUnit } = sampled;
  const noise = noisy.reduce((sum, { variance }, i) => sum + slopes[i] ** 2 * variance, 0);
  const unitMost = rowsPerUnit * Math.max(high - mean, mean - low);
  const squares = withOneUnit(squaresOf(slopes, moments), unitMost);
  const reach = normalReach(sampled);
  const sampling = boughtVariance(squares, { left: chance.left, noise, reach });
  const width = Math.hypot(reach * Math.sqrt(sampling), ...noisy.map(({ halfWidth }, i) => slopes[i] * halfWidth));
  const skewed = leaning(sampled, unitMost);
  return { variance: noise + sampling, within: [-width - skewed, width + skewed] };
}
