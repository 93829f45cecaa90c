import { expect, test } from 'vitest';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { rational } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { noiseSource } from './add-noise.ts';
import { gaussianNoise, laplaceNoise } from './calibration.ts';

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
