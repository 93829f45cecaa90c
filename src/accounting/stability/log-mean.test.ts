import { expect, test } from 'vitest';
import { exp, ln, over, real, times, toNumber } from '../../../test/support/stability-digits.ts';
import { logMeanExp } from './log-mean.ts';

const exactly = (weight: number, exponent: number) => ({ lower: weight, upper: weight, exponent });

test.each([
  [exactly(0.3, 1), exactly(0.7, 2)],
  [exactly(0.5, 1e-9), exactly(0.5, 0)],
  [exactly(1e-6, 40), exactly(1, 0.1)],
  [exactly(0.5, 800), exactly(0.25, 790)],
])('the mean of exponentials, rounded up: %o %o', (...terms) => {
  const sum = (of: (x: number) => bigint): bigint =>
    terms.reduce((total, { upper, exponent }) => total + times(real(upper), of(exponent)), 0n);
  const truth = ln(
    over(
      sum(x => exp(real(x))),
      sum(() => real(1)),
    ),
  );
  const found = logMeanExp(terms);
  expect(real(found)).toBeGreaterThanOrEqual(truth - 10n);
  expect(found).toBeLessThanOrEqual(toNumber(truth) * (1 + 1e-14));
});

test('never exceeds the largest exponent', () => {
  expect(logMeanExp([exactly(0.1, 3), exactly(0.9, 3)])).toBe(3);
});
