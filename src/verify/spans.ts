/** Public ranges of numbers in whole steps, and exact arithmetic with them. */
import { type Rational, rational } from '../numerics/index.ts';

/** Numbers from low to high in whole steps; days or microseconds for moments. */
export interface SteppedRange {
  readonly low: Rational;
  readonly high: Rational;
  readonly step: Rational;
}

/** What is known of a column or an expression. */
export interface Known {
  /** Absent for text and truth values. */
  readonly span?: SteppedRange;
  /** Where the span is one of days or microseconds. */
  readonly moment?: 'date' | 'timestamp';
  /** Texts that are possible, where they are listed. */
  readonly texts?: readonly string[] | undefined;
  /** The most characters of a text that is not listed. */
  readonly longest?: number | undefined;
  readonly perUnit: boolean;
  readonly isNull?: true;
}

const { add, sub, mul, div, negate, compare, ratio, zero } = rational;
export const least = (...numbers: readonly Rational[]): Rational =>
  numbers.reduce((a, b) => (compare(b, a) < 0 ? b : a));
export const most = (...numbers: readonly Rational[]): Rational =>
  numbers.reduce((a, b) => (compare(b, a) > 0 ? b : a));
export const span = (low: Rational, high: Rational, step: Rational): SteppedRange => ({ low, high, step });
export const magnitude = ({ low, high }: Pick<SteppedRange, 'low' | 'high'>): Rational =>
  most(negate(low), low, high, negate(high));

export const floorOf = ({ numerator, denominator }: Rational): bigint => {
  const cut = numerator / denominator;
  return cut * denominator > numerator ? cut - 1n : cut;
};
/** The whole number of steps at or below, at or above, nearest with halves up. */
export const down = (x: Rational, step: Rational): Rational => mul(ratio(floorOf(div(x, step))), step);
export const up = (x: Rational, step: Rational): Rational => negate(down(negate(x), step));
export const nearest = (x: Rational, step: Rational): Rational => down(add(x, div(step, ratio(2n))), step);

/** The greatest step that both are whole numbers of. */
export const common = (a: Rational, b: Rational): Rational =>
  ratio(
    rational.greatestCommonDivisor(a.numerator * b.denominator, b.numerator * a.denominator),
    a.denominator * b.denominator,
  );

/** The middle of a range, in whole steps and rounded down: what means and variances subtract from every value. */
export const centre = ({ low, high, step }: SteppedRange): Rational => down(div(add(low, high), ratio(2n)), step);
export const shifted = ({ low, high, step }: SteppedRange, by: Rational): SteppedRange =>
  span(sub(low, by), sub(high, by), step);

export function product(one: SteppedRange, other: SteppedRange): SteppedRange {
  const corners = [one.low, one.high].flatMap(a => [other.low, other.high].map(b => mul(a, b)));
  return span(least(...corners), most(...corners), mul(one.step, other.step));
}

/** Of one number with itself. */
export function square(of: SteppedRange): SteppedRange {
  const { low, high, step } = product(of, of);
  const nearestToZero = least(mul(of.low, of.low), mul(of.high, of.high));
  const crossesZero = compare(of.low, zero) <= 0 && compare(of.high, zero) >= 0;
  return span(most(low, crossesZero ? zero : nearestToZero), high, step);
}
