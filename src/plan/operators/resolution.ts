/**
 * How finely what units add is counted. A unit with more rows than may count adds fractions of rows and of sums; they are cut
 * to whole numbers of 1/resolution, and so are bound and noise, so that privacy and noise are as without it.
 */

/** What one unit adds at most is so many bits of 1/resolution, or more. */
const BITS = 40;

/**
 * A power of two, for what one unit adds at most. Cutting is off by less than 1/resolution a unit and group: of a billion of
 * them together by less than a thousandth of what one unit may add, which noise hides. Only the limits of sums of crowded units in
 * groups are off by that times the end of their range: a millionth of it where the range has a million steps.
 */
export const resolutionFor = (most: bigint): bigint => 1n << BigInt(Math.max(0, BITS - (most.toString(2).length - 1)));
