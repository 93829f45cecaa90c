/** How many people have a value, with the numbers that the released difference does not contradict. */
import { type Estimation, estimate, estimateVariance } from '../index.ts';

export interface PublishedEstimate {
  readonly estimate: number;
  readonly standardError: number;
  readonly interval95: readonly [lower: number, upper: number];
}

/** The normal's 1.96 would hold 94.1 of 100 times where the noise of two aggregators is most of the error. */
const Z = 2.1;

/** The error depends on the count that is not known: it is taken at the estimate, which is never below none. */
export function estimated(difference: number, estimation: Estimation): PublishedEstimate {
  const found = estimate(difference, estimation);
  return {
    estimate: found,
    standardError: Math.sqrt(estimateVariance(Math.max(found, 0), estimation)),
    interval95: interval(found, estimation),
  };
}

/**
 * All counts n from which the estimate lies within z of its own standard deviations, variance c·n + N: between the roots
 * of n² − (2e + z²c)·n + e² − z²N. Unlike an interval of the variance at the estimate it is right near a count of 0 too.
 */
function interval(found: number, estimation: Estimation): [number, number] {
  const noise = estimateVariance(0, estimation);
  const each = estimateVariance(1, estimation) - noise;
  const middle = found + (Z * Z * each) / 2;
  const half = Math.sqrt(Math.max(0, middle * middle - found * found + Z * Z * noise));
  return [Math.max(0, middle - half), Math.max(0, middle + half)];
}
