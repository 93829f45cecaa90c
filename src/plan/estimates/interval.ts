/** Arithmetic of intervals: what a result can be when its parts lie anywhere in theirs. */
import type { Noisy } from './noisy.ts';

export type Interval = readonly [number, number];

export const around = ({ value, halfWidth }: Noisy): Interval => [value - halfWidth, value + halfWidth];

export const shift = ([low, high]: Interval, by: number): Interval => [low + by, high + by];

export const minus = (one: Interval, other: Interval): Interval => [one[0] - other[1], one[1] - other[0]];

export const times = (one: Interval, other: Interval): Interval => hull(one.flatMap(x => other.map(y => x * y)));

/** By an interval of positive numbers. */
export const over = (one: Interval, other: Interval): Interval => hull(one.flatMap(x => other.map(y => x / y)));

/** Of one number with itself: never negative. */
export const square = (one: Interval): Interval => {
  const [, high] = times(one, one);
  return [one[0] <= 0 && one[1] >= 0 ? 0 : Math.min(one[0] ** 2, one[1] ** 2), high];
};

export const clip = ([low, high]: Interval, least: number, most: number): Interval => [
  Math.min(Math.max(low, least), most),
  Math.min(Math.max(high, least), most),
];

/** What lies in both, or the other one where nothing does. */
export function overlap(one: Interval, other: Interval): Interval {
  const [low, high] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
  return low <= high ? [low, high] : other;
}

/** Reaches as far as the point. */
export const holding = ([low, high]: Interval, point: number): Interval => [
  Math.min(low, point),
  Math.max(high, point),
];

const TRIALS = 48;

/** What is possible in a range, where that is one interval about a point: its ends, to the last of so many halvings. */
export function leftPossible(isLeft: (at: number) => boolean, [low, high]: Interval, about: number): Interval {
  const [inside] = clip([about, 0], low, high);
  const end = (farthest: number): number => {
    if (isLeft(farthest)) return farthest;
    let [left, gone] = [inside, farthest];
    for (let trial = 0; trial < TRIALS; trial++) {
      const middle = (left + gone) / 2;
      if (isLeft(middle)) left = middle;
      else gone = middle;
    }
    return gone;
  };
  return [end(low), end(high)];
}

const hull = (values: readonly number[]): Interval => [Math.min(...values), Math.max(...values)];
