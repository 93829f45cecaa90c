/**
 * Amounts as whole numbers of 10^-40, and the two functions that prices are made of. Nothing here is a double: whoever checks
 * charges that were computed in doubles must not make the same errors.
 */
import { type Rational, rational } from '../numerics/index.ts';
import { wrong } from './objection.ts';

/** So many 10^-40. Charges have 18 decimals, or those that somebody wrote. */
export type Fixed = bigint;

const PLACES = 40;
export const ONE: Fixed = 10n ** BigInt(PLACES);

/** Plain digits, as ledgers write amounts: none is below zero. Rounded down behind the fortieth place. */
export function fixed(text: string): Fixed {
  if (!/^\d+(\.\d+)?$/.test(text)) wrong('The entry contains something that is not an amount.');
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
}

/** For people; doubles are for nothing else here. */
export const shown = (amount: Fixed): number => Number(amount) / Number(ONE);

export const greater = (...amounts: readonly Fixed[]): Fixed => amounts.reduce((a, b) => (b > a ? b : a));
export const lesser = (...amounts: readonly Fixed[]): Fixed => amounts.reduce((a, b) => (b < a ? b : a));

/** Rounded down. */
export const times = ({ numerator, denominator }: Rational, amount: Fixed): Fixed => (amount * numerator) / denominator;

/** What follows is computed in whole numbers of 2^-192. */
const BITS = 192n;
const UNIT = 1n << BITS;

/** Two of the logarithms below, together, are off by less than this, as long as their weights are at least 2^-64. */
export const ERROR: Fixed = 10n ** 6n;

type Weighted = readonly [weight: Rational, exponent: Fixed];

/** ln Σ w·e^x to within half of `ERROR`. The largest exponent stands outside, so that nothing overflows and none is lost. */
export function logSum(terms: readonly Weighted[]): Fixed {
  const present = terms.filter(([{ numerator }]) => numerator > 0n);
  const most = greater(...present.map(([, exponent]) => exponent));
  let sum = 0n;
  for (const [{ numerator, denominator }, exponent] of present)
    sum += (numerator * expOfMinus(most - exponent)) / denominator;
  return most + ((logOf(sum) * ONE) >> BITS);
}

/** −ln of a share, rounded down beyond any error. */
export const minusLog = (share: Rational): Fixed => greater(0n, -logSum([[share, 0n]]) - ERROR);

/** e^amount, rounded up beyond any error. */
export function expAbove(amount: Fixed): Rational {
  const [above, below] = [UNIT + 1n, expOfMinus(amount) - (1n << 16n)];
  return below > 0n ? rational.ratio(above, below) : rational.ratio(1n << 1024n);
}

/** b·e^E / (1 − b + b·e^E) = b / (b + (1 − b)·e^−E), rounded down beyond any error. */
export function tilted(rate: Rational, spent: Fixed): Rational {
  const { numerator: b, denominator: whole } = rate;
  return rational.ratio(b << BITS, (b << BITS) + (whole - b) * (expOfMinus(spent) + (1n << 16n)));
}

/** e^−x for x ≥ 0: powers of two apart, a Taylor series on a 256th of the rest, squared eight times. */
function expOfMinus(amount: Fixed): bigint {
  const x = (amount << BITS) / ONE;
  const halvings = x / LN2;
  if (halvings > BITS) return 0n;
  const rest = (x - halvings * LN2) >> 8n;
  let [term, sum] = [UNIT, UNIT];
  for (let n = 1n; term > 0n; n++) {
    term = ((term * rest) >> BITS) / n;
    sum += n % 2n === 1n ? -term : term;
  }
  for (let i = 0; i < 8; i++) sum = (sum * sum) >> BITS;
  return sum >> halvings;
}

/** ln of a positive number: powers of two apart, 2·artanh((m − 1)/(m + 1)) of the rest, which lies from 3/4 to 3/2. */
function logOf(value: bigint): bigint {
  const digits = value.toString(16);
  const bits = BigInt(4 * digits.length - (Math.clz32(Number.parseInt(digits[0], 16)) - 28));
  const places = bits - BITS - (value << 2n < 3n << bits ? 1n : 0n);
  const mantissa = places >= 0n ? value >> places : value << -places;
  return places * LN2 + artanhTwice(((mantissa - UNIT) << BITS) / (mantissa + UNIT));
}

function artanhTwice(z: bigint): bigint {
  const [size, sign] = z < 0n ? [-z, -1n] : [z, 1n];
  const square = (size * size) >> BITS;
  let sum = 0n;
  for (let [term, n] = [2n * size, 1n]; term > 0n; n += 2n) {
    sum += term / n;
    term = (term * square) >> BITS;
  }
  return sign * sum;
}

const LN2 = artanhTwice(UNIT / 3n);
