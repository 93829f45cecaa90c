/**
 * Smooth sensitivity of a median or any other quantile: what one replaced unit may change in data like these, where unlike
 * data count the less the more units they differ in. Linear in the values after sorting; far values are never looked at.
 */
import { ceilingOf } from '../whole-number.ts';

/** The mean of two values by their place in the sorted data, counted from 0; one value where the places are equal. */
export interface RankPair {
  readonly lower: number;
  readonly upper: number;
}

/** What every value lies between, publicly, and how fast unlike data lose weight. */
export interface Smoothing {
  readonly min: number;
  readonly max: number;
  readonly beta: number;
}

/** The middle value; of an even number, the mean of the two. */
export const medianPlace = (size: number): RankPair => ({ lower: (size - 1) >> 1, upper: size >> 1 });

/** The least value with at least this part of all values at or below it. */
export function quantilePlace(size: number, quantile: number): RankPair {
  const place = Math.min(Math.max(ceilingOf(quantile * size), 1), size) - 1;
  return { lower: place, upper: place };
}

/**
 * Smooth sensitivity to replaced units.
 *   Says     with A_a = y_lower − y_(lower−a), B_b = y_(upper+b) − y_upper and g = y_upper − y_lower, places beyond the ends
 *            holding the bounds: the largest exp(−β(a+b−1))·(A_a + B_b + g) over a + b ≥ 1, halved where lower < upper
 *   Assumes  values sorted, and within the bounds; β > 0
 *   Rounds   nearest, to a part in 10^12
 *   Source   [NRS07] section 3.1 for one value; derived for the mean of two; both enumerated
 */
export const smoothSensitivity = (sorted: Float64Array, place: RankPair, smoothing: Smoothing): number =>
  openSmoothSensitivity(smoothing, sorted.length)(sorted, place);

/** The same for many data sets of up to so many values: what does not depend on them is made once. */
export function openSmoothSensitivity(
  { min, max, beta }: Smoothing,
  sizeMost: number,
): (sorted: Float64Array, place: RankPair) => number {
  const weights = decays(beta, sizeMost + 1);
  const hull: Hull = { widths: new Float64Array(sizeMost + 1), heights: new Float64Array(sizeMost + 1), last: -1 };
  return (sorted, { lower, upper }) => {
    const sides: Sides = { sorted, lower, upper, min, max, weights };
    const found = probed(sides);
    if (!(found > 0)) return 0;
    // further away even the whole range weighs less than what was found
    const steps = Math.ceil(Math.log((max - min) / found) / beta) + 1;
    const largest = walkedDown(sides, steps, hull, walkedUp(sides, steps, hull, found));
    return lower === upper ? largest : largest / 2;
  };
}

interface Sides extends RankPair {
  readonly sorted: Float64Array;
  readonly min: number;
  readonly max: number;
  /** exp(−β·steps), from 0 steps on. */
  readonly weights: Float64Array;
}

const STRIDE = 64;

/** Few exponentials, each weight a short product of them. */
function decays(beta: number, most: number): Float64Array {
  const weights = new Float64Array(most + 1);
  const stride = Math.exp(-beta * STRIDE);
  for (let step = 0; step <= most; step++)
    weights[step] = step < STRIDE ? Math.exp(-beta * step) : weights[step - STRIDE] * stride;
  return weights;
}

/** A few places at doubling distances: a good start, from which most of the others need no look. */
function probed({ sorted, lower, upper, min, max, weights }: Sides): number {
  let found = 0;
  for (let steps = 1; ; steps *= 2) {
    const a = Math.min(steps, lower + 1);
    const b = Math.min(steps, sorted.length - upper);
    const least = a > lower ? min : sorted[lower - a];
    const most = upper + b >= sorted.length ? max : sorted[upper + b];
    found = Math.max(
      found,
      weights[a - 1] * (sorted[upper] - least),
      weights[b - 1] * (most - sorted[lower]),
      weights[a + b - 1] * (most - least),
    );
    if (steps > lower && steps >= sorted.length - upper) return found;
  }
}

/** Corners of the hull of the points (w_b, w_b·B_b), from the widest to the highest. */
interface Hull {
  readonly widths: Float64Array;
  readonly heights: Float64Array;
  last: number;
}

/**
 * The largest of the pairs that do not go down at all, and of what was found before; on the way up the hull for the others
 * is made. Steps that could not win even with the whole way down are passed over.
 */
function walkedUp(
  { sorted, lower, upper, min, max, weights }: Sides,
  steps: number,
  hull: Hull,
  before: number,
): number {
  const { widths, heights } = hull;
  const start = sorted[upper];
  const gap = start - sorted[lower];
  const down = start - min;
  const end = sorted.length - upper;
  const most = Math.min(steps, end);
  widths[0] = 1;
  heights[0] = 0;
  let last = 0;
  let found = before;
  for (let b = 1; b <= most; b++) {
    const distance = (b === end ? max : sorted[upper + b]) - start;
    if (weights[b - 1] * (distance + down) <= found) continue;
    found = Math.max(found, weights[b - 1] * (distance + gap));
    const width = weights[b];
    const height = width * distance;
    if (height <= heights[last]) continue;
    // a corner on or below the line from the one before it to the new point is none
    while (
      last >= 1 &&
      (heights[last] - heights[last - 1]) * (widths[last] - width) <=
        (height - heights[last]) * (widths[last - 1] - widths[last])
    )
      last -= 1;
    last += 1;
    widths[last] = width;
    heights[last] = height;
  }
  hull.last = last;
  return found;
}

/**
 * The largest of the pairs that go down by at least a step. For a given A the best b is that with the largest
 * w_b·(A + g) + w_b·B_b, a corner of the hull; the larger A, the smaller that b. So one walk down both is enough.
 */
function walkedDown(
  { sorted, lower, upper, min, max, weights }: Sides,
  steps: number,
  hull: Hull,
  before: number,
): number {
  const { widths, heights } = hull;
  const start = sorted[upper];
  const most = Math.min(steps, lower + 1);
  let { last } = hull;
  let found = before;
  for (let a = 1; a <= most; a++) {
    const distance = start - (a > lower ? min : sorted[lower - a]);
    if (weights[a - 1] * (distance + max - start) <= found) continue;
    let value = widths[last] * distance + heights[last];
    for (; last >= 1; last--) {
      const wider = widths[last - 1] * distance + heights[last - 1];
      if (wider < value) break;
      value = wider;
    }
    found = Math.max(found, weights[a - 1] * value);
  }
  return found;
}
