import { expect, test } from 'vitest';
import { gainsImpossible, largestSamplingShare, meanNoiseRatio } from './impossibility.ts';

const inner = (epsilon: number, rate: number) => Math.log1p(Math.expm1(epsilon) / rate);
const NUMBERS = [0.01, 0.1, 0.5, 1, 3];

test('gainsImpossible: whenever it says so the error of the sample is no smaller, and only then', () => {
  for (const epsilon of NUMBERS)
    for (const rate of [0.001, 0.01, 0.1, 0.5, 0.9])
      for (const sensitivity of NUMBERS)
        for (const samplingVariance of NUMBERS.map(share => share * 2 * (sensitivity / epsilon) ** 2)) {
          const innerEpsilon = inner(epsilon, rate);
          const sample = samplingVariance + 2 * (sensitivity / innerEpsilon) ** 2;
          const full = 2 * (sensitivity / epsilon) ** 2;
          expect(gainsImpossible({ samplingVariance, sensitivity, epsilon, innerEpsilon })).toBe(sample >= full);
        }
});

test('largestSamplingShare: the published readings of the curve', () => {
  expect(largestSamplingShare(3, inner(3, 0.1677))).toBeCloseTo(0.6, 3);
  expect(largestSamplingShare(0.1, inner(0.1, 0.614))).toBeCloseTo(0.6, 3);
  expect(inner(1, 0.01)).toBeCloseTo(5.15, 2);
});

test('meanNoiseRatio: below 1 at every rate and epsilon, above the rounding of its arithmetic', () => {
  for (const epsilon of [1e-3, 0.01, 0.1, 1, 3, 10])
    for (const rate of [1e-4, 0.01, 0.1, 0.5, 0.99]) expect(meanNoiseRatio(rate, epsilon)).toBeLessThan(1);
  expect(meanNoiseRatio(1, 0.5)).toBeCloseTo(1, 12);
  // where the published picture has it reach 1, at the rate 0.0001
  expect(1 - meanNoiseRatio(1e-4, 1.66e-10)).toBeCloseTo(1.66e-6, 8);
  const asPrinted = ((0.1 * Math.log(1 + (Math.exp(1e-9) - 1) / 0.1)) / 1e-9) ** 2;
  expect(asPrinted).toBeGreaterThan(1);
});
