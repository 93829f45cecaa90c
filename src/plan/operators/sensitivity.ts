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

/** As many rows of a unit count: k in all, and m in one group where that is bounded too. */
export interface RowBounds {
  readonly rowsPerUnit: bigint;
  readonly rowsPerGroup?: bigint | undefined;
}

/**
 * The squares of what a unit's rows weigh in its groups, added up.
 *   Says     weights of at most m each and k in all have squares of at most floor(k/m)·m² + (k mod m)² together
 *   Assumes  no weight is negative, and m is at most k
 *   Rounds   nothing: integers
 *   Source   derived: squares are convex, so that as many weights as possible are at an end; enumerated
 */
export function weightsSquared({ rowsPerUnit: k, rowsPerGroup: m = k }: RowBounds): bigint {
  return (k / m) * m ** 2n + (k % m) ** 2n;
}

/**
 * Numbers of rows, clamped totals, and weighted sums of a unit.
 *   Says     one unit more or less changes all groups together by at most k·max(|low|, |high|), and in squares by
 *            `weightsSquared` times the square of that end; one unit replaced by at most k·(max(high, 0) - min(low, 0)) where
 *            there is one group, and twice the former where there are several
 *   Assumes  a unit's rows weigh at most k in all and m in a group, and add at most their weight's worth in each group; weights
 *            and worths are cut towards zero, so that their sum over groups is no larger
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export function totalSensitivity({ low, high }: PerRow, { kind }: CheckedGrouping, bounds: RowBounds): Sensitivity {
  const { rowsPerUnit } = bounds;
  // a statistic that is always zero still needs a scale
  const addRemove = greatest([rowsPerUnit * magnitude({ low, high }), 1n]);
  const squared = greatest([weightsSquared(bounds) * magnitude({ low, high }) ** 2n, 1n]);
  const width = greatest([high, 0n]) - (low < 0n ? low : 0n);
  return changes(addRemove, greatest([rowsPerUnit * width, 1n]), kind, low >= 0n || high <= 0n, squared);
}

/**
 * From one unit more or less to one replaced, and to squares.
 *   Says     one group: `width` and its square; several: twice the sum of changes, and twice the sum of their squares where all
 *            entries of a unit have one sign, else four times that. The sum of squares is at most the square of the sum
 *   Assumes  one unit more or less changes all groups together by `addRemove`, and one replaced changes one group by `width`
 *   Rounds   nothing: integers
 *   Source   derived: (a - b)² is at most a² + b² where a and b have one sign; enumerated on all small tables
 */
function changes(
  addRemove: bigint,
  width: bigint,
  kind: CheckedGrouping['kind'],
  isOfOneSign: boolean,
  squared = addRemove ** 2n,
): Sensitivity {
  const replaced = (isOfOneSign ? 2n : 4n) * squared;
  return kind === 'none'
    ? frozen(addRemove, width, squared, width ** 2n)
    : frozen(addRemove, 2n * addRemove, squared, replaced);
}

const frozen = (addRemove: bigint, replaceOne: bigint, squared: bigint, replacedSquared: bigint): Sensitivity =>
  Object.freeze({
    addRemove,
    replaceOne,
    squared: Object.freeze({ addRemove: squared, replaceOne: replacedSquared }),
  });

const PRODUCT_MAX = 2n ** 86n;

/**
 * Products of two of a unit's clamped totals.
 *   Says     one unit more or less changes all groups together by at most w·max|one|·max|other|, where w is `weightsSquared`, k²
 *            where no bound is on groups; one unit replaced by at most the width of the range of the product, which no square leaves below 0, where there is one group, and twice the
 *            former where there are several
 *   Assumes  a unit's rows weigh at most k in all and m in a group, and add at most their weight's worth of either factor in each
 *            group
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export function productSensitivity(
  one: PerRow,
  other: PerRow | 'itself',
  { kind }: CheckedGrouping,
  bounds: RowBounds,
): Sensitivity {
  const weights = weightsSquared(bounds);
  const [left, right] = [endsOf(one), endsOf(other === 'itself' ? one : other)];
  const corners = left.flatMap(x => right.map(y => x * y));
  const low = other === 'itself' ? 0n : least(corners);
  const high = greatest(corners);
  const addRemove = greatest([weights * magnitude({ low, high }), 1n]);
  return changes(addRemove, greatest([weights * (high - low), 1n]), kind, low >= 0n || high <= 0n);
}

/**
 * What a unit adds to a group is multiplied by the rows that count there before it is divided by those that there are: of a million
 * million rows it stays within 127 bits on every engine.
 */
export function checkWeighed({ addRemove }: Sensitivity, { rowsPerGroup }: RowBounds): void {
  if (rowsPerGroup === undefined || addRemove * rowsPerGroup <= PRODUCT_MAX) return;
  refuse(
    'overflow_possible',
    'With these bounds of values, rowsPerUnit and rowsPerGroup, sums could exceed 127 bits. Narrow the bounds, or lower rowsPerGroup.',
  );
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
 *   Says     one unit more or less changes all groups together by at most g, in squares too; one replaced by g where there is
 *            one group, and by 2g where there are several
 *   Assumes  a unit counts once in each of at most g groups, or g/G in each of G > g
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export const unitsSensitivity = ({ kind, groupsPerUnit }: CheckedGrouping): Sensitivity =>
  changes(groupsPerUnit, groupsPerUnit, kind, true, groupsPerUnit);

/**
 * Rows by their value, each in one place of one group.
 *   Says     one unit more or less changes all tallies together by at most k, one replaced by at most 2k; in squares by
 *            `weightsSquared` and twice that
 *   Assumes  a unit's rows weigh at most k in all and m in a group
 *   Rounds   nothing: integers
 *   Source   derived; enumerated on all small tables
 */
export const tallySensitivity = (bounds: RowBounds): Sensitivity =>
  changes(bounds.rowsPerUnit, bounds.rowsPerUnit, 'public', true, weightsSquared(bounds));

/**
 * Different values of each group.
 *   Says     one unit more or less changes the numbers of all groups together by at most k, and in squares by k²; one replaced by
 *            k where there is one group, and by 2k, in squares by 2k², where there are several
 *   Assumes  a unit brings at most k values in all its groups together, chosen from its own rows and the question's key alone,
 *            before it is known who else has them: what others bring never changes
 *   Rounds   nothing: integers
 *   Source   derived: of the values that a unit brings to a group those count that nobody else brings, none less than 0; enumerated
 *            on all small tables
 */
export const distinctSensitivity = ({ kind }: CheckedGrouping, { rowsPerUnit }: RowBounds): Sensitivity =>
  changes(rowsPerUnit, rowsPerUnit, kind, true);

/**
 * How far a unit's values lie from both ends of their range, and the squares and products of that: sums that are released together.
 *   Says     one unit more or less changes all sums of all groups together by at most k·w, and one replaced by at most
 *            twice that; in squares by `weightsSquared` times w², and by twice that
 *   Assumes  a row adds w to all sums together and less than 0 to none: for a range of width W this w is W of both distances, and W² of
 *            their squares and twice their product. A unit's rows weigh at most k in all and m in a group, and weigh alike in all sums, which are cut towards
 *            zero, so that together they are no more than the weight times w
 *   Rounds   nothing: integers
 *   Source   derived: no sum is negative; enumerated on all small tables
 */
export const endsSensitivity = (w: bigint, { rowsPerUnit, rowsPerGroup }: RowBounds): Sensitivity =>
  tallySensitivity({ rowsPerUnit: rowsPerUnit * w, rowsPerGroup: rowsPerGroup && rowsPerGroup * w });

/** Of the same numbers, counted in 1/resolution. */
export const inResolution = ({ addRemove, replaceOne, squared }: Sensitivity, resolution: bigint): Sensitivity =>
  frozen(
    resolution * addRemove,
    resolution * replaceOne,
    resolution ** 2n * squared.addRemove,
    resolution ** 2n * squared.replaceOne,
  );

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
  return changes(addRemove, rowsPerUnit * denominator, kind, false);
}
