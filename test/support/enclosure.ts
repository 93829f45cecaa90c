/**
 * Rational numbers on both sides of a real one, as close as asked: the truth that floating point is held to.
 * `bits` counts relative bits of the result, also of results near 0.
 */
import { type Rational, rational } from '../../src/numerics/index.ts';
import { expSeries, lnTwo, twiceArtanh } from './fixed-point.ts';
import { power } from './rational-power.ts';

export interface Enclosure {
  readonly lower: Rational;
  readonly upper: Rational;
}

/** Units in the last place that any of the fixed-point sums below may be off; the guard places hide them. */
const doubt = 1n << 20n;
const guard = 24;

export function expEnclosure(x: Rational, bits = 120): Enclosure {
  const places = bits + guard;
  const twos = Math.round(approximately(x) / Math.LN2);
  const reduced = fixed(x, places) - BigInt(twos) * lnTwo(places);
  return around(expSeries(reduced, places), places - twos);
}

export function expm1Enclosure(x: Rational, bits = 120): Enclosure {
  const { lower, upper } = expEnclosure(x, bits + zerosAfterPoint(x));
  return { lower: rational.sub(lower, rational.one), upper: rational.sub(upper, rational.one) };
}

export function logEnclosure(x: Rational, bits = 120): Enclosure {
  const distance = rational.sub(x, rational.one);
  const places = bits + guard + (distance.numerator === 0n ? 0 : zerosAfterPoint(distance));
  const twos = lengthOf(x.numerator) - lengthOf(x.denominator);
  const near = rational.mul(x, power(rational.ratio(2n), -twos)); // between 1/2 and 2
  const factor = near.numerator * 4n > near.denominator * 5n ? 1 : near.numerator * 5n < near.denominator * 4n ? -1 : 0;
  const scaled = rational.mul(near, power(rational.ratio(2n), -factor)); // between 5/8 and 8/5
  const t = rational.div(rational.sub(scaled, rational.one), rational.add(scaled, rational.one));
  return around(twiceArtanh(fixed(t, places), places) + BigInt(twos + factor) * lnTwo(places), places);
}

export const log1pEnclosure = (x: Rational, bits = 120): Enclosure => logEnclosure(rational.add(rational.one, x), bits);

export const add = (a: Enclosure, b: Enclosure): Enclosure => ({
  lower: rational.add(a.lower, b.lower),
  upper: rational.add(a.upper, b.upper),
});

export const exactly = (x: Rational): Enclosure => ({ lower: x, upper: x });

export const negate = ({ lower, upper }: Enclosure): Enclosure => ({
  lower: rational.negate(upper),
  upper: rational.negate(lower),
});

/** Both ends positive. */
export const multiply = (a: Enclosure, b: Enclosure): Enclosure => ({
  lower: rational.mul(a.lower, b.lower),
  upper: rational.mul(a.upper, b.upper),
});

/** log of an enclosed positive number. */
export const logOf = ({ lower, upper }: Enclosure, bits = 120): Enclosure => ({
  lower: logEnclosure(lower, bits).lower,
  upper: logEnclosure(upper, bits).upper,
});

/** x with so many binary places; off by less than one unit. */
export const fixed = (x: Rational, places: number): bigint => (x.numerator << BigInt(places)) / x.denominator;

export const around = (value: bigint, places: number, off: bigint = doubt): Enclosure => ({
  lower: scaledBy(value - off, places),
  upper: scaledBy(value + off, places),
});

const scaledBy = (value: bigint, places: number): Rational =>
  rational.mul(rational.ratio(value), power(rational.ratio(2n), -places));

/** How many binary zeros follow the point, at least. */
const zerosAfterPoint = (x: Rational): number => Math.max(0, lengthOf(x.denominator) - lengthOf(x.numerator) + 1);

const lengthOf = (x: bigint): number => (x < 0n ? -x : x).toString(2).length;

const approximately = (x: Rational): number => Number((x.numerator << 20n) / x.denominator) / 2 ** 20;
