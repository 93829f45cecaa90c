/**
 * Exact rational numbers: frozen pairs of integers in lowest terms, the denominator positive.
 * For what must not round at all: rates and budgets given as decimals, and the truth that tests compare with.
 */
import { invariant, refuse } from '../vocabulary/index.ts';

export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function ratio(numerator: bigint, denominator: bigint = 1n): Rational {
  invariant(denominator !== 0n, 'a denominator is not zero');
  const divisor = greatestCommonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  return Object.freeze({ numerator: numerator / divisor, denominator: denominator / divisor });
}

export const zero: Rational = ratio(0n);
export const one: Rational = ratio(1n);

/** The exact value of a double. */
export function fromNumber(x: number): Rational {
  if (!Number.isFinite(x)) refuse('value_out_of_range', `${x} is not a number with an exact value; give a finite one.`);
  if (Number.isInteger(x)) return ratio(BigInt(x));
  // 1074 binary places hold every double; small ones are scaled in two exact steps
  const places = Math.min(1074, 52 - Math.floor(Math.log2(Math.abs(x))) + 1);
  const first = Math.min(places, 1000);
  return ratio(BigInt(x * 2 ** first * 2 ** (places - first)), 1n << BigInt(places));
}

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/** The exact value of a decimal such as '0.1' or '-2.5e-7'. */
export function fromDecimal(text: string): Rational {
  const parts = decimal.exec(text);
  if (parts === null) return refuse('value_out_of_range', 'Not a decimal number; write digits such as 0.1 or 2.5e-7.');
  const [, sign, whole, fraction = '', exponent = '0'] = parts;
  const digits = BigInt(sign + whole + fraction);
  const tens = Number(exponent) - fraction.length;
  return tens < 0 ? ratio(digits, 10n ** BigInt(-tens)) : ratio(digits * 10n ** BigInt(tens));
}

export const add = (a: Rational, b: Rational): Rational =>
  ratio(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);

export const negate = (a: Rational): Rational => ratio(-a.numerator, a.denominator);

export const sub = (a: Rational, b: Rational): Rational => add(a, negate(b));

export const mul = (a: Rational, b: Rational): Rational =>
  ratio(a.numerator * b.numerator, a.denominator * b.denominator);

export const div = (a: Rational, b: Rational): Rational =>
  ratio(a.numerator * b.denominator, a.denominator * b.numerator);

/** Negative, zero or positive as a lies below, at or above b. */
export function compare(a: Rational, b: Rational): -1 | 0 | 1 {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

export const equals = (a: Rational, b: Rational): boolean =>
  a.numerator === b.numerator && a.denominator === b.denominator;

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
