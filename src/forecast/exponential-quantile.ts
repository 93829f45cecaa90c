/** A quantile by the exponential mechanism on the whole stretch between the bounds: mean and variance of what it tells. */
import type { Relation } from '../vocabulary/index.ts';

interface Question {
  readonly quantile: number;
  readonly min: number;
  readonly max: number;
  readonly relation: Relation;
}

/** What weighs less than this part of the rest is not seen. */
const NEGLIGIBLE = 1e-17;

/**
 * A value between the i-th and the next of n sorted values is released with a density in proportion to exp(−ε|i − qn|/(2Δ)).
 *   Says     what one unit changes |i − qn| at most is Δ = 1 where a unit is replaced, max(q, 1 − q) where one comes or goes
 *   Assumes  values sorted, and within the bounds
 *   Rounds   nearest
 *   Source   [Smith11]; [MT07] Theorem 6
 */
export function exponentialMoments(
  sorted: Float64Array,
  { quantile, min, max, relation }: Question,
  epsilon: number,
): { readonly centre: number; readonly variance: number } {
  const target = quantile * sorted.length;
  const change = relation === 'replace-one' ? 1 : Math.max(quantile, 1 - quantile);
  const decay = epsilon / (2 * change);
  const origin = sorted.length === 0 ? min : sorted[Math.min(Math.floor(target), sorted.length - 1)];
  let least = Infinity;
  let [total, first, second] = [0, 0, 0];
  /** Adds the stretch with `place` values below it; false where nothing further out can matter. */
  const added = (place: number): boolean => {
    const miss = Math.abs(place - target);
    if (least < Infinity && Math.exp(-decay * (miss - least)) * (max - min) < NEGLIGIBLE * total) return false;
    const from = (place === 0 ? min : sorted[place - 1]) - origin;
    const to = (place === sorted.length ? max : sorted[place]) - origin;
    if (!(to > from)) return true;
    if (miss < least) {
      // weights are relative to the nearest stretch, so that none is too small for a number
      const shrink = least === Infinity ? 0 : Math.exp(-decay * (least - miss));
      [total, first, second] = [total * shrink, first * shrink, second * shrink];
      least = miss;
    }
    const weight = Math.exp(-decay * (miss - least)) * (to - from);
    total += weight;
    first += (weight * (from + to)) / 2;
    second += (weight * (from * from + from * to + to * to)) / 3;
    return true;
  };
  const middle = Math.floor(target);
  for (let place = middle; place >= 0 && added(place); place--);
  for (let place = middle + 1; place <= sorted.length && added(place); place++);
  const centre = first / total;
  return { centre: origin + centre, variance: second / total - centre ** 2 };
}
