import { expect, test } from 'vitest';
import type { Enclosure } from '../../test/support/enclosure.ts';
import { logUpperTailEnclosure, upperTailEnclosure } from '../../test/support/normal-enclosure.ts';
import { logUpperTail, logUpperTailQuantile, normalTailError, upperTail, upperTailQuantile } from './normal.ts';
import { compare, fromNumber, mul, ratio, sub } from './rational.ts';
import { toNumber } from './rational-number.ts';

/** Relative distance from an enclosure of the truth, exactly. */
function relativeError(value: number, { lower, upper }: Enclosure): number {
  const distances = [lower, upper].map(end => Math.abs(toNumber(sub(fromNumber(value), end), 'nearest')));
  return Math.max(...distances) / Math.abs(toNumber(lower, 'nearest'));
}

/** Points from one number to another, none of them round. */
const between = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + (to - from) * ((i * 0.6180339887498949) % 1));

const points = [...between(-37, 0, 150), ...between(0, 2, 100), ...between(2, 37, 150), 0, 1e-9, -1e-9, 1e-300];

test('the tail keeps its relative error down to 1e-300', () => {
  for (const z of points) {
    const error = relativeError(upperTail(z), upperTailEnclosure(fromNumber(z)));
    expect(error, `${z}`).toBeLessThan(normalTailError);
  }
});

test('its logarithm keeps a relative error however far the tail', () => {
  for (const z of [...points.filter(z => z > -37), 40, 50, 123.456, 1e3, 98765.4321, 1e6, 1e8]) {
    const error = relativeError(logUpperTail(z), logUpperTailEnclosure(fromNumber(z)));
    expect(error, `${z}`).toBeLessThan(normalTailError);
  }
});

test('the stated error is not idle: erfc of a rounded argument would break it', () => {
  const z = 36.7;
  const careless = upperTail(36.7 * (1 + 2 ** -52));
  expect(relativeError(careless, upperTailEnclosure(fromNumber(z)))).toBeGreaterThan(normalTailError);
});

test('far ends', () => {
  expect([upperTail(50), upperTail(Infinity), upperTail(-Infinity), upperTail(1e300)]).toEqual([0, 0, 1, 0]);
  expect([logUpperTail(Infinity), logUpperTail(-Infinity) + 0]).toEqual([-Infinity, 0]);
  expect([upperTail(Number.NaN), logUpperTail(Number.NaN), upperTailQuantile(Number.NaN)]).toEqual([
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
  expect([upperTailQuantile(0), upperTailQuantile(1), upperTailQuantile(0.5)]).toEqual([Infinity, -Infinity, 0]);
  expect(upperTailQuantile(1.5)).toBeNaN();
});

test('the quantile brackets the probability it was asked for, to 1e-14 of itself', () => {
  for (const p of [0.4, 0.1, 1e-3, 1e-10, 1e-50, 1e-200, 1e-300]) {
    const z = upperTailQuantile(p);
    const [nearer, farther] = [z * (1 - 1e-14), z * (1 + 1e-14)].map(fromNumber);
    expect(compare(upperTailEnclosure(nearer).lower, fromNumber(p)), `${p}`).toBe(1);
    expect(compare(upperTailEnclosure(farther).upper, fromNumber(p)), `${p}`).toBe(-1);
    expect(upperTailQuantile(1 - 0.1)).toBeCloseTo(-upperTailQuantile(0.1), 14);
  }
});

test('the quantile of a logarithm reaches beyond every double', () => {
  for (const logarithm of [-0.7, -1, -700, -1e4, -5e11, -1e100]) {
    const z = logUpperTailQuantile(logarithm);
    expect(Math.abs(logUpperTail(z) / logarithm - 1), `${logarithm}`).toBeLessThan(1e-14);
  }
  expect(logUpperTailQuantile(-1e-200)).toBeCloseTo(-30.2055, 3);
  // the exact square of z: -z²/2 dominates, so z ~ sqrt(-2·logarithm)
  const z = fromNumber(logUpperTailQuantile(-1e100));
  expect(Math.abs(toNumber(mul(z, z), 'nearest') / 2e100 - 1)).toBeLessThan(1e-14);
  expect(compare(mul(z, z), ratio(0n))).toBe(1);
});

test('a quantile is found where rounding moves the last steps to and fro', () => {
  for (const p of [0.39251974927210065, 0.3867311762439917, 0.48878298780175555])
    expect(Math.abs(upperTail(upperTailQuantile(p)) / p - 1), `${p}`).toBeLessThan(1e-14);
});
