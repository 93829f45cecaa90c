import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atLeast, atMost } from './digits.ts';

test.each([
  [0.158734998, '0.158735', '0.158734'],
  [6.18771234, '6.18772', '6.18771'],
  [-1.23456789, '-1.23456', '-1.23457'],
  [0, '0', '0'],
  [1, '1', '1'],
  [9.9999999, '10', '9.9999'],
  [1.00000001e-12, '1.00001e-12', '1e-12'],
  [123456789.4, '123457000', '123456000'],
  [3e20, '3e20', '3e20'],
])('%d is at most %s and at least %s', (value, most, least) => {
  expect(atMost(value)).toBe(most);
  expect(atLeast(value)).toBe(least);
});

test('what is not finite is not a number', () => {
  expect([atMost(null), atLeast(null), atMost(Infinity), atMost(Number.NaN)]).toEqual(Array(4).fill('no bound'));
});

test('rounding never crosses the number and moves it by less than two units of the last digit', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), value => {
      const [least, most] = [Number(atLeast(value)), Number(atMost(value))];
      expect(least <= value && value <= most).toBe(true);
      if (Math.abs(value) > 1e-300) expect(most - least).toBeLessThanOrEqual(Math.abs(value) * 2e-5);
    }),
  );
});
