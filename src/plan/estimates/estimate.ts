/**
 * From noisy statistics to what is told: post-processing, free of charge.
 * Standard errors of ratios are first-order (delta method); intervals are the image of the box of all the statistics'
 * intervals, so they hold at least as often as the box does, however small the group. What was counted in a sample is told
 * of its population, with one error for sampling and noise together.
 */

import { toNumber } from '../../numerics/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import type { CheckedAggregate } from '../checked-plan.ts';
import { boughtTotal } from './bought-total.ts';
import { meanOf } from './mean.ts';
import { covarianceOf, rootOf, varianceOf } from './moments.ts';
import type { Estimate, Noisy, Withheld } from './noisy.ts';
import { sampledTotal } from './sampled-total.ts';
import { countsUnits, unitCount } from './unit-count.ts';

export type Estimated = Exclude<CheckedAggregate, { readonly kind: 'histogram' | 'quantile' }>;

/** `noisy` are the statistics that the aggregate uses, in its order, and `moments` those that were bought for its interval. */
export function estimate(
  aggregate: Estimated,
  noisy: readonly Noisy[],
  moments: readonly Noisy[] = [],
): Estimate | Withheld {
  invariant(noisy.length === aggregate.uses.length, 'every statistic of an aggregate has its noisy value');
  switch (aggregate.kind) {
    case 'count':
    case 'units':
      return scaledBy(1, noisy[0], moments);
    case 'sum':
      return scaledBy(toNumber(aggregate.step, 'nearest'), noisy[0], moments);
    case 'mean':
      return meanOf(aggregate.of, noisy[0], noisy[1], moments);
    case 'variance':
      return varianceOf(aggregate, noisy, moments);
    case 'standardDeviation':
      return rootOf(varianceOf(aggregate, noisy, moments));
    case 'covariance':
      return covarianceOf(aggregate, noisy, moments);
  }
}

/** A noisy whole number of steps, or what it is of; also each bin of a histogram, in steps of 1. */
export function scaledBy(step: number, noisy: Noisy, moments: readonly Noisy[] = []): Estimate {
  const { value, variance, halfWidth, sampled } = noisy;
  if (sampled !== undefined && moments.length > 0) return boughtTotal(step, noisy, moments);
  if (sampled !== undefined) return (countsUnits(sampled) ? unitCount : sampledTotal)(step, noisy);
  const told = value * step;
  const reach = halfWidth * step;
  return Object.freeze({
    estimate: told,
    standardError: Math.sqrt(variance) * step,
    interval95: Object.freeze([told - reach, told + reach] as const),
  });
}
