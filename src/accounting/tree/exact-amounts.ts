/** Exact amounts: the larger, the smaller, the sum of the largest, and the least decimal that is not below. */
import { type Rational, rational } from '../../numerics/index.ts';

/** Decimals of a charge that was computed. */
const PLACES = 18n;

export const greatest = (...amounts: readonly Rational[]): Rational =>
  amounts.reduce((most, amount) => (rational.compare(amount, most) > 0 ? amount : most));

export const least = (...amounts: readonly Rational[]): Rational =>
  amounts.reduce((low, amount) => (rational.compare(amount, low) < 0 ? amount : low));

/** The `count` largest, in falling order; one pass, for a partition may have many parts. */
export function largest(count: number, amounts: readonly Rational[]): readonly Rational[] {
  const found: Rational[] = [];
  for (const amount of amounts) {
    const place = found.findIndex(other => rational.compare(amount, other) > 0);
    if (place >= 0) found.splice(place, 0, amount);
    else if (found.length < count) found.push(amount);
    if (found.length > count) found.pop();
  }
  return found;
}

export const sumOf = (amounts: readonly Rational[]): Rational => amounts.reduce(rational.add, rational.zero);

/** A charge that was computed in doubles, as a decimal of 18 places. Rounded up. */
export const chargeOf = (computed: number): Rational => toPlaces(rational.fromNumber(computed), 'up');

/** To 18 decimals; charges are rounded up, allowances down. */
export function toPlaces({ numerator, denominator }: Rational, rounding: 'up' | 'down'): Rational {
  const scale = 10n ** PLACES;
  const floor = (numerator * scale) / denominator;
  const whole = floor * denominator === numerator * scale;
  return rational.ratio(whole || rounding === 'down' ? floor : floor + 1n, scale);
}

/** Decimals stay as they are, however many places they have; others are rounded up. */
export const asDecimal = (amount: Rational): Rational => (isDecimal(amount) ? amount : toPlaces(amount, 'up'));

/** A denominator of n bits that divides a power of ten divides the n-th. */
const isDecimal = ({ denominator }: Rational): boolean =>
  10n ** BigInt(denominator.toString(2).length) % denominator === 0n;
