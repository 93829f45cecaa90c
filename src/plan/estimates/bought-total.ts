/** What a total of a sample tells about that of its population, with squares of what units add that were paid for. */
import { invariant } from '../../vocabulary/index.ts';
import { aboutMean, boughtVariance, leaning, type Squares, squaresOf, withOneUnit } from './bought.ts';
import { type Interval, overlap } from './interval.ts';
import type { Estimate, Noisy, Sampled } from './noisy.ts';
import { boundOf, estimatedTotal, expectedWithin, normalReach } from './sampled-total.ts';

export function boughtTotal(step: number, noisy: Noisy, moments: readonly Noisy[]): Estimate {
  const { value, variance, halfWidth, sampled } = noisy;
  invariant(sampled !== undefined, 'intervals are bought of samples');
  const total = value;
  const [bought, bound] = [squaresOf([1], moments), boundOf(sampled)];
  // the floor is of what varies: of so many of publicly many, units that all add the same would leave nothing
  const squares = withOneUnit(aboutMean(bought, total, sampled.chance), bound);
  const reach = normalReach(sampled);
  const { left } = sampled.chance;
  const sampling = boughtVariance(squares, { left, noise: variance, reach });
  const width = Math.hypot(halfWidth, reach * Math.sqrt(sampling));
  const [below, above] = skewness(total, withOneUnit(bought, bound), sampled);
  const within: Interval = [total - width - below, total + width + above];
  const bounded = sampled.low >= 0 || sampled.high <= 0;
  // public bounds still hold, and are the better guide where few units were drawn
  return estimatedTotal(step, noisy, sampling, bounded ? overlap(within, expectedWithin(noisy)) : within);
}

/** How much farther few units reach than the normal law, downwards and upwards. */
function skewness(total: number, { value }: Squares, sampled: Sampled): readonly [number, number] {
  const { low, high } = sampled;
  // about the mean, few units may lean to either side, as far as the bound
  if (sampled.chance.exactly !== undefined) {
    const either = 2 * leaning(sampled, boundOf(sampled));
    return [either, either];
  }
  if (low >= 0) return [0, studentized(total, value, sampled)];
  if (high <= 0) return [studentized(-total, value, sampled), 0];
  const either = leaning(sampled, boundOf(sampled));
  return [either, either];
}

/**
 * Totals and squares of one sample are large or small together, so that the interval is too short just where the total is
 * too small: what Hall's expansion (1988) adds at that end, in terms of sum of t³/sum of t². That lies between
 * sum of t²/sum of t and the public bound; it is taken for their geometric mean.
 */
function studentized(total: number, squares: number, sampled: Sampled): number {
  const { rate, left } = sampled.chance;
  if (left === 0) return 0;
  const bound = boundOf(sampled);
  const cubes = Math.sqrt(bound * (total > 0 ? Math.min(bound, squares / total) : bound));
  const kept = rate ?? 0;
  return ((1 - kept) / 2 + ((normalReach(sampled) ** 2 - 1) / 6) * (2 - kept)) * cubes;
}
