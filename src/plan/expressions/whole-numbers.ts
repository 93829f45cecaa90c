/** Exact arithmetic of whole numbers, of any size and sign. */
import type { Rational } from '../../numerics/index.ts';

export const least = (values: readonly bigint[]): bigint => extreme(values, (value, best) => value < best);
export const greatest = (values: readonly bigint[]): bigint => extreme(values, (value, best) => value > best);

function extreme(values: readonly bigint[], better: (value: bigint, best: bigint) => boolean): bigint {
  let [best] = values;
  for (const value of values) if (better(value, best)) best = value;
  return best;
}

export const within = (value: bigint, low: bigint, high: bigint): bigint =>
  value < low ? low : value > high ? high : value;

/** The largest absolute value in a range. */
export const magnitude = ({ low, high }: { readonly low: bigint; readonly high: bigint }): bigint =>
  greatest([low < 0n ? -low : low, high < 0n ? -high : high]);

/** Of two numbers of which at least one is positive and none negative. */
export const commonDivisor = (one: bigint, other: bigint): bigint =>
  other === 0n ? one : commonDivisor(other, one % other);

/** floor(dividend/divisor + 1/2) for a divisor other than 0. */
export const halvesUp = (dividend: bigint, divisor: bigint): bigint => floorOf(2n * dividend + divisor, 2n * divisor);

/** floor(dividend/divisor); bigint division alone goes towards zero. */
export function floorOf(dividend: bigint, divisor: bigint): bigint {
  const towardsZero = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? towardsZero - 1n : towardsZero;
}

export const floor = ({ numerator, denominator }: Rational): bigint => floorOf(numerator, denominator);
export const ceiling = ({ numerator, denominator }: Rational): bigint => -floorOf(-numerator, denominator);

/** floor of the square root of a number that is not negative: from a double, which is at most one off below 2^62. */
export function rootOf(square: bigint): bigint {
  const near = BigInt(Math.floor(Math.sqrt(Number(square))));
  if (near * near > square) return near - 1n;
  return (near + 1n) * (near + 1n) <= square ? near + 1n : near;
}
