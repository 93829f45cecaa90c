/**
 * Exact rational numbers: frozen pairs of integers in lowest terms, the denominator positive.
 * For what must not round at all: rates and budgets given as decimals, and the truth that tests compare with.
 */
import { invariant, refuse } from '../vocabulary/index.ts';

export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function ratio(numerator: bigint, denominator: bigint = 1n): Rational {
  invariant(denominator !== 0n, 'a denominator is not zero');
  if (denominator < 0n) return ratio(-numerator, -denominator);
  const divisor = commonDivisor(numerator, denominator);
  return divisor === 1n
    ? inLowestTerms(numerator, denominator)
    : inLowestTerms(numerator / divisor, denominator / divisor);
}

/** Of a number and a denominator, which are often equal or one. */
const commonDivisor = (a: bigint, denominator: bigint): bigint => {
  if (denominator === 1n) return 1n;
  return a === denominator ? denominator : greatestCommonDivisor(a, denominator);
};

const inLowestTerms = (numerator: bigint, denominator: bigint): Rational => Object.freeze({ numerator, denominator });

export const zero: Rational = ratio(0n);
export const one: Rational = ratio(1n);

/** The exact value of a double. */
export function fromNumber(x: number): Rational {
  if (!Number.isFinite(x)) refuse('value_out_of_range', `${x} is not a finite number.`);
  if (Number.isInteger(x)) return ratio(BigInt(x));
  // 1074 binary places hold every double; small ones are scaled in two exact steps
  const places = Math.min(1074, 52 - Math.floor(Math.log2(Math.abs(x))) + 1);
  const first = Math.min(places, 1000);
  const [numerator, denominator] = [BigInt(x * 2 ** first * 2 ** (places - first)), 1n << BigInt(places)];
  // what is shared with a power of two is the lowest bit; with an integer it would be all of it
  const lowest = numerator & -numerator;
  return inLowestTerms(numerator / lowest, denominator / lowest);
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

/** What the sum can be divided by, beyond what both already were, divides what the denominators share: smaller numbers to divide. */
export function add(a: Rational, b: Rational): Rational {
  const shared = commonDivisor(a.denominator, b.denominator);
  const [left, right] = [a.denominator / shared, b.denominator / shared];
  const numerator = a.numerator * right + b.numerator * left;
  const divisor = commonDivisor(numerator, shared);
  return inLowestTerms(numerator / divisor, left * (b.denominator / divisor));
}

export const negate = (a: Rational): Rational => inLowestTerms(-a.numerator, a.denominator);

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
  while (smaller > SAFE) [larger, smaller] = [smaller, larger % smaller];
  if (smaller === 0n) return larger;
  // doubles divide whole numbers of this size exactly, and far faster
  let [divisor, remainder] = [Number(smaller), Number(larger % smaller)];
  while (remainder !== 0) [divisor, remainder] = [remainder, divisor % remainder];
  return BigInt(divisor);
}
