/** Rates and numbers of units as they are given, exactly, and as a hash below a threshold realises them. */
import { type Rational, rational, toNumber, up } from '../numerics/index.ts';
import { decimal, exactText } from '../source/values/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Hashes are numbers below this: the first 16 hex digits of SHA-256. */
export const HASHES = 2n ** 64n;

/** Above 0 and at most 1; no smaller than a hash can decide. */
export function rateOf(text: string): Rational {
  const rate = decimal(text);
  if (rate !== undefined && rational.compare(rate.exact, rational.one) <= 0 && thresholdOf(rate.exact) >= 1n)
    return rate.exact;
  return refuse('value_out_of_range', `A rate must be above 0 and at most 1; it is ${text}.`);
}

/**
 * The rate of a fraction. Its price steps down where the rate reaches 1 or 1/m, so that a rate which rounding carries over
 * a step would be charged too little.
 */
export function fractionOf(text: string): Rational {
  const rate = rateOf(text);
  const { numerator, denominator } = rate;
  const priced = toNumber(rate, 'up');
  const staysBelow = priced < 1 || numerator === denominator;
  const growth = (denominator + numerator - 1n) / numerator;
  if (staysBelow && BigInt(Math.ceil(up.div(1, priced))) >= growth) return rate;
  return refuse('value_out_of_range', `The fraction ${text} has too many digits. Use fewer.`);
}

/** Hashes below it are inside. Rounded down; rate 1 takes them all. */
export const thresholdOf = ({ numerator, denominator }: Rational): bigint => (numerator * HASHES) / denominator;

/** The part of all hashes that so many are, rounded up: what a price may count on. */
export const realised = (hashes: bigint): number => toNumber(rational.ratio(hashes, HASHES), 'up');

/** Rates that somebody gave by name, sorted: the order in which they are written down says nothing. */
export const byName = <Name extends string, Entry>(
  rates: { readonly [N in Name]: number },
  entry: (name: Name, rate: string) => Entry,
): readonly Entry[] =>
  (Object.keys(rates) as Name[])
    .sort((one, other) => (one < other ? -1 : 1))
    .map(name => entry(name, exactText(rates[name])));

/** At least one, and small enough to be exact. */
export function unitSize(size: number): bigint {
  if (Number.isSafeInteger(size) && size >= 1) return BigInt(size);
  return refuse('value_out_of_range', `A number of units must be a whole number, at least 1; it is ${size}.`);
}

/** This part of so many units, rounded down. */
export const partOfUnits = ({ numerator, denominator }: Rational, units: number): number =>
  Number((numerator * BigInt(units)) / denominator);
