import { describe, expect, test } from 'vitest';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import type { MechanismShare } from '../amounts/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import { gaussianNoise, halfWidth, laplaceNoise, type Noise, noiseFor, noiseSource } from './calibration.ts';

const epsilonOf = (text: string) => rational.fromDecimal(text);

/** The mass of discrete Laplace noise with this decay. */
const mass = (decay: number, x: number): number => Math.tanh(decay / 2) * Math.exp(-decay * Math.abs(x));

describe('laplaceNoise', () => {
  test('the scale is exactly sensitivity over epsilon', () => {
    expect(laplaceNoise(3n, epsilonOf('0.1')).scale).toEqual(rational.ratio(30n));
  });

  test.each([
    ['0.1', 1n],
    ['1', 1n],
    ['2.5', 1n],
    ['0.3', 7n],
  ])(
    'epsilon %s, sensitivity %i: every pair of shifted outcomes keeps the ratio, some reach it',
    (text, sensitivity) => {
      const epsilon = Number(text);
      const decay = 1 / toNumber(laplaceNoise(sensitivity, epsilonOf(text)).scale, 'nearest');
      const ratios = Array.from({ length: 201 }, (_, i) =>
        Math.log(mass(decay, i - 100) / mass(decay, i - 100 - Number(sensitivity))),
      );
      expect(Math.max(...ratios)).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
      expect(Math.max(...ratios)).toBeGreaterThan(epsilon * (1 - 1e-12));
    },
  );

  test.each(['0.05', '0.5', '3'])('epsilon %s: variance and half width are those of the masses', text => {
    const noise = laplaceNoise(1n, epsilonOf(text));
    const decay = Number(text);
    const width = halfWidth(noise, 0.05);
    let variance = 0;
    let outside = 1;
    for (let x = -4000; x <= 4000; x++) {
      variance += x * x * mass(decay, x);
      if (Math.abs(x) <= width) outside -= mass(decay, x);
    }
    expect(noise.variance).toBeCloseTo(variance, 6);
    expect(outside).toBeLessThanOrEqual(0.05 + 1e-12);
    if (width > 0) expect(outside + 2 * mass(decay, width)).toBeGreaterThan(0.05);
  });
});

describe('gaussianNoise', () => {
  test.each([
    ['1', 1e-6, 1n],
    ['0.1', 1e-9, 3n],
    ['4', 1e-5, 1n],
  ])(
    'epsilon %s, delta %d, sensitivity %i: the accountant agrees, and would not agree to a scale 10 percent less',
    (text, delta, sensitivity) => {
      const noise = gaussianNoise(sensitivity, { epsilon: epsilonOf(text), delta });
      const sigma = toNumber(noise.scale, 'nearest');
      /** Summed over all integers that matter. */
      const deltaAt = (factor: number): number => {
        const mass = (x: number): number => Math.exp(-(x * x) / (2 * (sigma * factor) ** 2));
        const reach = Math.ceil(40 * sigma);
        let [total, excess] = [0, 0];
        for (let x = -reach; x <= reach; x++) {
          total += mass(x);
          excess += Math.max(0, mass(x - Number(sensitivity)) - Math.exp(Number(text)) * mass(x));
        }
        return excess / total;
      };
      expect(deltaAt(1)).toBeLessThanOrEqual(delta);
      expect(deltaAt(0.9)).toBeGreaterThan(delta);
    },
  );
});

const noiseOf = (sensitivity: bigint, share: MechanismShare): Noise =>
  noiseFor({ sensitivity, euclideanSquared: sensitivity ** 2n, share });

describe('noiseFor', () => {
  test('by rho it is Gaussian, for squares of changes: d²/(2s²) is at most rho, and hardly less', () => {
    const rho = rational.fromDecimal('0.01');
    const share = { epsilon: rational.zero, delta: 0, rho };
    const { kind, scale, variance } = noiseFor({ sensitivity: 5n, euclideanSquared: 5n, share });
    expect(kind).toBe('discrete-gaussian');
    expect(toNumber(scale, 'nearest')).toBeCloseTo(Math.sqrt(5 / 0.02), 4);
    expect(variance).toBeGreaterThanOrEqual(5 / 0.02);
    // and nothing else is made of an epsilon of 0
    expect(() => noiseOf(1n, { epsilon: rational.zero, delta: 0 })).toThrow(Refusal);
    expect(() => noiseOf(1n, { ...share, rho: rational.zero })).toThrow(Refusal);
  });

  test('without delta it is Laplace; with delta the one that varies less', () => {
    const epsilon = epsilonOf('1');
    expect(noiseOf(1n, { epsilon, delta: 0 }).kind).toBe('discrete-laplace');
    expect(noiseOf(1n, { epsilon, delta: 1e-9 }).kind).toBe('discrete-laplace');
    expect(noiseOf(1n, { epsilon, delta: 0.2 }).kind).toBe('discrete-gaussian');
  });

  test.each([
    [0n, '1', 0],
    [1n, '0', 0],
    [1n, '-1', 0],
    [1n, '1', -1],
    [1n, '1', Number.NaN],
  ])('sensitivity %i, epsilon %s, delta %d is refused', (sensitivity, epsilon, delta) => {
    expect(() => noiseOf(sensitivity, { epsilon: epsilonOf(epsilon), delta })).toThrow(Refusal);
  });
});

const epsilon = rational.fromDecimal('0.2');

test('Laplace noise is as wide as it was calibrated, and not 5 percent wider or narrower', () => {
  const noise = noiseSource(uniform(reproducibleEntropy(1)), laplaceNoise(1n, epsilon));
  const drawn = Array.from({ length: 60_000 }, () => Number(noise()));
  const mass = (decay: number) => (x: number) => Math.tanh(decay / 2) * Math.exp(-decay * Math.abs(x));
  expect(misfit(drawn, mass(0.2))).toBeLessThan(4);
  expect(misfit(drawn, mass(0.21))).toBeGreaterThan(4);
  expect(misfit(drawn, mass(0.19))).toBeGreaterThan(4);
});

test('Gaussian noise has the variance that it was calibrated to', () => {
  const calibrated = gaussianNoise(1n, { epsilon, delta: 1e-3 });
  const noise = noiseSource(uniform(reproducibleEntropy(2)), calibrated);
  const drawn = Array.from({ length: 60_000 }, () => Number(noise()));
  const variance = drawn.reduce((sum, x) => sum + x * x, 0) / drawn.length;
  expect(Math.abs(variance / calibrated.variance - 1)).toBeLessThan(0.03);
});
