import { expect, test } from 'vitest';
import { type Rational, rational } from '../../src/numerics/index.ts';
import { type Enclosure, expEnclosure, expm1Enclosure, log1pEnclosure, logEnclosure } from './enclosure.ts';
import { pi, pointOnCircle } from './fixed-point.ts';
import { logUpperTailEnclosure, upperTailEnclosure } from './normal-enclosure.ts';
import { power } from './rational-power.ts';

/** Digits from tables of mathematical constants: the enclosure holds them to a unit of their last place, and is narrow. */
function encloses({ lower, upper }: Enclosure, digits: string) {
  const value = rational.fromDecimal(digits);
  const [mantissa, exponent = '0'] = digits.split('e');
  const unit = power(rational.ratio(10n), Number(exponent) - (mantissa.split('.')[1]?.length ?? 0));
  expect(rational.compare(lower, rational.add(value, unit))).toBe(-1);
  expect(rational.compare(upper, rational.sub(value, unit))).toBe(1);
  expect(rational.compare(rational.sub(upper, lower), unit)).toBe(-1);
}

const of = (text: string): Rational => rational.fromDecimal(text);

test('enclosures hold known digits', () => {
  encloses(expEnclosure(of('1')), '2.71828182845904523536028747135266');
  encloses(expEnclosure(of('-700')), '9.8596765437597708567e-305');
  encloses(expm1Enclosure(of('1e-20')), '1.000000000000000000005e-20');
  encloses(logEnclosure(of('10')), '2.30258509299404568401799145468436');
  encloses(logEnclosure(of('0.5')), '-0.69314718055994530941723212145818');
  encloses(log1pEnclosure(of('1e-20')), '9.99999999999999999995e-21');
});

test('the normal tail in both of its forms', () => {
  encloses(upperTailEnclosure(of('0')), '0.50000000000000000000000000000000');
  encloses(upperTailEnclosure(of('1')), '0.1586552539314570514147674543679620');
  encloses(upperTailEnclosure(of('-1')), '0.8413447460685429485852325456320379');
  encloses(upperTailEnclosure(of('10')), '7.6198530241605260659733e-24');
  encloses(logUpperTailEnclosure(of('1')), '-1.8410216450092636');
});

test('the two forms of the tail meet where one takes over from the other', () => {
  const near = upperTailEnclosure(of('1.9999999999999999999999999999999999999999'));
  const far = upperTailEnclosure(of('2'));
  expect(rational.compare(near.lower, far.upper)).toBe(1);
  expect(rational.compare(near.upper, rational.add(far.upper, of('1e-40')))).toBe(-1);
});

test('pi and points on the circle', () => {
  expect(pi(100).toString()).toBe(
    ((BigInt('3141592653589793238462643383279502884197') * 2n ** 100n) / 10n ** 39n).toString(),
  );
  const { cosine, sine } = pointOnCircle(1n, 12n, 100);
  expect(Math.abs(Number(2n * sine - (1n << 100n)))).toBeLessThan(256);
  expect(Math.abs(Number(cosine ** 2n * 4n - 3n * (1n << 200n)))).toBeLessThan(2 ** 112);
});
