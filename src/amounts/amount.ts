/**
 * Amounts of privacy: exact decimals of any size, so that 0.1 three times fits 0.3.
 * An amount is a rational whose denominator divides a power of ten; it is never NaN, infinite or negative.
 */
import { nextDown, nextUp, type Rational, rational, toNumber } from '../numerics/index.ts';
import { invariant, refuse } from '../vocabulary/index.ts';

export type Amount = Rational;

export type AmountRounding = 'up' | 'down';

export const none: Amount = rational.zero;

/** The decimal that a person wrote: '0.1' is one tenth, and so is the number 0.1, which JSON made of it. */
export const written = (decimal: string | number): Amount =>
  decimal === '0' ? none : notNegative(rational.fromDecimal(String(decimal)));

/** The exact value of a computed double: up to 1074 decimals. */
export const exact = (computed: number): Amount => notNegative(rational.fromNumber(computed));

/** A computed double with so many decimals: charges are rounded up, allowances down. */
export function rounded(computed: number, places: number, rounding: AmountRounding): Amount {
  const scale = 10n ** BigInt(places);
  const { numerator, denominator } = exact(computed);
  const floor = (numerator * scale) / denominator;
  const whole = floor * denominator === numerator * scale;
  return rational.ratio(rounding === 'down' || whole ? floor : floor + 1n, scale);
}

/** A ledger adds a dozen amounts an entry: most are nothing, or decimals of which one has all the places of the other. */
export function plus(a: Amount, b: Amount): Amount {
  if (a.numerator === 0n) return b;
  if (b.numerator === 0n) return a;
  const [fine, coarse] = a.denominator >= b.denominator ? [a, b] : [b, a];
  if (fine.denominator % coarse.denominator !== 0n) return rational.add(a, b);
  return lowest(fine.numerator + coarse.numerator * (fine.denominator / coarse.denominator), fine.denominator);
}

/** A decimal in lowest terms: nothing but twos and fives can be common. */
function lowest(numerator: bigint, denominator: bigint): Amount {
  let [above, below] = [numerator, denominator];
  for (const prime of [2n, 5n]) {
    while (above % prime === 0n && below % prime === 0n) [above, below] = [above / prime, below / prime];
  }
  return Object.freeze({ numerator: above, denominator: below });
}

/** What a limit leaves; nothing where more was spent than it allows. */
export const left = (limit: Amount, spent: Amount): Amount => (fits(spent, limit) ? rational.sub(limit, spent) : none);

export const fits = (spent: Amount, limit: Amount): boolean => rational.compare(spent, limit) <= 0;

export const larger = (a: Amount, b: Amount): Amount => (fits(a, b) ? b : a);

export const smaller = (a: Amount, b: Amount): Amount => (fits(a, b) ? a : b);

/** Plain digits without exponent, the shortest that are exact. */
export function text({ numerator, denominator }: Amount): string {
  invariant(numerator >= 0n, 'an amount is never negative');
  const places = decimalPlaces(denominator);
  const digits = ((numerator * 10n ** BigInt(places)) / denominator).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The number to print: read as a decimal it is the amount itself, or else the nearest one above or below. */
export function number(amount: Amount, rounding: AmountRounding): number {
  const directed = toNumber(amount, rounding);
  const beyond = rounding === 'up' ? nextUp(directed) : nextDown(directed);
  const onTheRightSide = (candidate: number): boolean => {
    const side = rational.compare(rational.fromDecimal(String(candidate)), amount);
    return rounding === 'up' ? side >= 0 : side <= 0;
  };
  const found = [toNumber(amount, 'nearest'), directed, beyond].find(onTheRightSide);
  invariant(found !== undefined, 'the shortest decimal of a double lies within one neighbour of it');
  return found;
}

function notNegative(value: Rational): Amount {
  if (rational.compare(value, none) >= 0) return value;
  return refuse('value_out_of_range', 'Epsilon and delta must be 0 or more.');
}

function decimalPlaces(denominator: bigint): number {
  const [twos, withoutTwos] = timesDivisible(denominator, 2n);
  const [fives, rest] = timesDivisible(withoutTwos, 5n);
  invariant(rest === 1n, 'an amount is a decimal');
  return Math.max(twos, fives);
}

function timesDivisible(value: bigint, divisor: bigint): [times: number, rest: bigint] {
  let [times, rest] = [0, value];
  for (; rest % divisor === 0n; rest /= divisor) times += 1;
  return [times, rest];
}
