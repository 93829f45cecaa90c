/**
 * From noisy statistics to released values: post-processing, free of charge.
 * Standard errors of ratios are first-order (delta method); intervals are the image of the box of all the statistics'
 * intervals, so they hold at least as often as the box does, however small the group. What was counted in a sample is estimated
 * of its population, with one error for sampling and noise together.
 */

import { boughtTotal } from './bought.ts';
import type { Estimate, Noisy } from './noisy.ts';
import { sampledTotal } from './sampled-total.ts';
import { countsUnits, unitCount } from './unit-count.ts';

/** A noisy whole number of steps, or what it is of; also each bin of a histogram, in steps of 1. */
export function scaledBy(step: number, noisy: Noisy, moments: readonly Noisy[] = []): Estimate {
  const { value, variance, halfWidth, sampled } = noisy;
  if (sampled !== undefined && moments.length > 0) return boughtTotal(step, noisy, moments);
  if (sampled !== undefined) return (countsUnits(sampled) ? unitCount : sampledTotal)(step, noisy);
  const scaled = value * step;
  const reach = halfWidth * step;
  return Object.freeze({
    estimate: scaled,
    standardError: Math.sqrt(variance) * step,
    interval95: Object.freeze([scaled - reach, scaled + reach] as const),
  });
}
