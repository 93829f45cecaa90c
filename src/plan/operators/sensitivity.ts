/** The most that one unit changes a statistic, summed over all groups, when at most k rows' worth of it counts. */
import type { Rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { CheckedGrouping, Sensitivity } from '../checked-plan.ts';
import { greatest, least, magnitude } from '../expressions/whole-numbers.ts';

/** What one row adds lies in [low, high], or is nothing at all. */
export interface PerRow {
  readonly low: bigint;
  readonly high: bigint;
}

/**
 * Numbers of rows, clamped totals, and weighted sums of a unit.
 *   Says     one unit more or less changes all groups together by at most k·max(|low|, |high|); one unit replaced by at
 *            most k·(max(high, 0) - min(low, 0)) where there is one group, and twice the former where there are several
 *   Assumes  a unit's rows weigh at most k in all, and add at most their weight's worth in each group; weights and worths
 *            are cut towards zero, so that their sum over groups is no larger
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export function totalSensitivity({ low, high }: PerRow, { kind }: CheckedGrouping, rowsPerUnit: bigint): Sensitivity {
  // a statistic that is always zero still needs a scale
  const addRemove = greatest([rowsPerUnit * magnitude({ low, high }), 1n]);
  const width = greatest([high, 0n]) - (low < 0n ? low : 0n);
  return both(addRemove, kind === 'none' ? greatest([rowsPerUnit * width, 1n]) : 2n * addRemove);
}

const PRODUCT_MAX = 2n ** 86n;

/**
 * Products of two of a unit's clamped totals.
 *   Says     one unit more or less changes all groups together by at most k²·max|one|·max|other|; one unit replaced by at
 *            most the width of the range of the product, which no square leaves below 0, where there is one group, and twice the
 *            former where there are several
 *   Assumes  a unit's rows weigh at most k in all, and add at most their weight's worth of either factor in each group:
 *            over groups, the sum of weight² is at most k²
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export function productSensitivity(
  one: PerRow,
  other: PerRow | 'itself',
  { kind }: CheckedGrouping,
  rowsPerUnit: bigint,
): Sensitivity {
  const [left, right] = [endsOf(one), endsOf(other === 'itself' ? one : other)];
  const corners = left.flatMap(x => right.map(y => x * y));
  const low = other === 'itself' ? 0n : least(corners);
  const high = greatest(corners);
  const addRemove = greatest([rowsPerUnit ** 2n * magnitude({ low, high }), 1n]);
  return both(addRemove, kind === 'none' ? greatest([rowsPerUnit ** 2n * (high - low), 1n]) : 2n * addRemove);
}

/** Sums over a million million units stay within 127 bits on every engine. */
export function checkProduct({ addRemove }: Sensitivity): void {
  if (addRemove <= PRODUCT_MAX) return;
  refuse(
    'overflow_possible',
    'The bounds are so wide that the squares for the interval could exceed 127 bits. Narrow the bounds, or leave the interval out.',
  );
}

/** What one row adds, or nothing. */
const endsOf = ({ low, high }: PerRow): readonly bigint[] => [least([low, 0n]), greatest([high, 0n])];

/**
 * Distinct units.
 *   Says     one unit more or less changes all groups together by at most g; one replaced by g where there is one
 *            group, and by 2g where there are several
 *   Assumes  a unit counts once in each of at most g groups, or g/G in each of G > g
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export const unitsSensitivity = ({ kind, groupsPerUnit }: CheckedGrouping): Sensitivity =>
  both(groupsPerUnit, kind === 'none' ? groupsPerUnit : 2n * groupsPerUnit);

/**
 * Rows by their value, each in one place of one group.
 *   Says     one unit more or less changes all tallies together by at most k, one replaced by at most 2k
 *   Assumes  a unit's rows weigh at most k in all
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export const tallySensitivity = (rowsPerUnit: bigint): Sensitivity => both(rowsPerUnit, 2n * rowsPerUnit);

const both = (addRemove: bigint, replaceOne: bigint): Sensitivity => Object.freeze({ addRemove, replaceOne });

/** Of the same numbers, counted in 1/resolution. */
export const inResolution = ({ addRemove, replaceOne }: Sensitivity, resolution: bigint): Sensitivity =>
  both(resolution * addRemove, resolution * replaceOne);

/**
 * How far candidates miss a rank a/b, in rows times b.
 *   Says     one unit more or less changes the misses of all groups by at most k·max(a, b - a) together; one replaced by
 *            at most k·b where there is one group, and twice the former where there are several
 *   Assumes  a unit's rows weigh at most k in all
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export function quantileSensitivity(rank: Rational, { kind }: CheckedGrouping, rowsPerUnit: bigint): Sensitivity {
  const { numerator, denominator } = rank;
  const addRemove = rowsPerUnit * greatest([numerator, denominator - numerator]);
  return both(addRemove, kind === 'none' ? rowsPerUnit * denominator : 2n * addRemove);
}
