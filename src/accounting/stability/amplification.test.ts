import { describe, expect, test } from 'vitest';
import { exp, ln, over, real, times, toNumber } from '../../../test/support/stability-digits.ts';
import { amplify, amplifyAbove, tilt } from './amplification.ts';

const one = real(1);
const rates = [1e-9, 0.01, 0.3, 0.5, 0.99];
const mixed = (rate: number, x: number): bigint => one + times(real(rate), exp(real(x)) - one);

/** Rounded up: at or above the truth, and less than 1e-14 of it above. */
function expectUp(found: number, truth: bigint): void {
  expect(real(found)).toBeGreaterThanOrEqual(truth - 10n);
  expect(found).toBeLessThanOrEqual(toNumber(truth) * (1 + 1e-14));
}

describe('amplification', () => {
  test.each(rates)('amplify is ln(1 + b(e^x − 1)), rounded up: rate %d', rate => {
    for (const x of [1e-9, 0.1, 1, 30, 699, 701, 1200]) expectUp(amplify(rate, x), ln(mixed(rate, x)));
  });

  test.each(rates)('tilt is Bayes’ rule, rounded up: rate %d', rate => {
    for (const x of [-30, -1, -1e-9, 1e-9, 1, 30, 1200]) {
      expectUp(tilt(rate, x), over(times(real(rate), exp(real(x))), mixed(rate, x)));
    }
  });

  test.each(rates)('amplifyAbove starts from what is certain, rounded up: rate %d', rate => {
    for (const [x, y] of [
      [0, 1],
      [0.2, 0.5],
      [1, 1],
      [3, 40],
    ]) {
      expectUp(amplifyAbove(x, rate, y), real(x) + ln(over(mixed(rate, y), mixed(rate, x))));
    }
  });

  test('is exact at the ends', () => {
    expect([amplify(0, 5), amplify(1, 5), amplify(0.3, 0)]).toEqual([0, 5, 0]);
    expect([tilt(0, 5), tilt(1, 5), tilt(0.3, 0)]).toEqual([0, 1, 0.3]);
  });
});
