import { describe, expect, test } from 'vitest';
import { expEnclosure, logEnclosure } from '../../test/support/enclosure.ts';
import { laplaceUpperTail } from '../../test/support/laplace-tail.ts';
import { laplaceLogUpperTail } from './laplace.ts';
import * as rational from './rational.ts';
import { toNumber } from './rational-number.ts';

const half = rational.ratio(1n, 2n);

/** P(X > x) from its definition, with 500 bits: enough to see 1 minus a tail of 1e-130. */
function truth(x: number, scale: number): rational.Rational {
  const ratio = rational.div(rational.fromNumber(x), rational.fromNumber(scale));
  const smaller = rational.mul(half, expEnclosure(x < 0 ? ratio : rational.negate(ratio), 500).lower);
  return x < 0 ? rational.sub(rational.one, smaller) : smaller;
}

describe.each([1, 3, 0.1])('scale %d', scale => {
  test.each([-300, -40, -1, -1e-9, 0, 1e-9, 0.7, 5, 650])('at %d scales', units => {
    const x = units * scale;
    const exact = truth(x, scale);
    const tail = toNumber(exact, 'nearest');
    const logarithm = toNumber(logEnclosure(exact, 400).lower, 'nearest');
    // the rounding of x/scale is magnified by its size
    const magnified = 2 ** -50 * (1 + Math.abs(units));
    expect(Math.abs(laplaceUpperTail(x, scale) / tail - 1)).toBeLessThan(magnified);
    expect(Math.abs(laplaceLogUpperTail(x, scale) / logarithm - 1)).toBeLessThan(x < 0 ? magnified : 2 ** -50);
  });
});

test('far beyond the doubles, and NaN', () => {
  expect(laplaceLogUpperTail(1e9, 1)).toBe(-1e9 - Math.LN2);
  expect([laplaceLogUpperTail(Infinity, 1), laplaceUpperTail(-Infinity, 1)]).toEqual([-Infinity, 1]);
  expect([laplaceLogUpperTail(Number.NaN, 1), laplaceUpperTail(1, Number.NaN)]).toEqual([Number.NaN, Number.NaN]);
});
