/** Rates as they are given, exactly, and as a hash below a threshold realises them. */
import { type Rational, rational, toNumber } from '../numerics/index.ts';
import { decimal } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Hashes are numbers below this: the first 16 hex digits of SHA-256. */
export const HASHES = 2n ** 64n;

/** Above 0 and at most 1; no smaller than a hash can decide. */
export function rateOf(text: string): Rational {
  const rate = decimal(text);
  if (rate !== undefined && rational.compare(rate.exact, rational.one) <= 0 && thresholdOf(rate.exact) >= 1n)
    return rate.exact;
  return refuse('value_out_of_range', `A rate lies above 0 and is at most 1; it is ${text}.`);
}

/** Fifteen decimal places are told apart by doubles: what is below 1, or below 1/m, is still below it when it is priced. */
const FRACTION_PLACES = 15;

/** The rate of a fraction, whose price has steps where 1/rate is a whole number. */
export function fractionOf(text: string): Rational {
  const rate = rateOf(text);
  if (10n ** BigInt(FRACTION_PLACES) % rate.denominator === 0n) return rate;
  return refuse('value_out_of_range', `A fraction has at most ${FRACTION_PLACES} decimal places; it is ${text}.`);
}

/** Hashes below it are inside. Rounded down; rate 1 takes them all. */
export const thresholdOf = ({ numerator, denominator }: Rational): bigint => (numerator * HASHES) / denominator;

/** The part of all hashes that so many are, rounded up: what a price may count on. */
export const realised = (hashes: bigint): number => toNumber(rational.ratio(hashes, HASHES), 'up');
