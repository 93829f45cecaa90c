import { describe, expect, test } from 'vitest';
import { amounts } from '../../amounts/index.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { gaussianRho, gaussianScale } from './gaussian-rho.ts';

/** Chances of a discrete Gaussian around a whole number, on all numbers that matter. */
function law(scale: number, centre: number): number[] {
  const reach = Math.ceil(12 * scale) + 8;
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach - centre) ** 2) / (2 * scale ** 2)),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map(weight => weight / whole);
}

describe('gaussianRho', () => {
  test.each([
    [1, 1],
    [1, 2],
    [3, 2],
    [0.5, 1],
  ])('bounds every Renyi divergence at scale %d and a shift of %d', (scale, shift) => {
    const rho = toNumber(gaussianRho(BigInt(shift) ** 2n, rational.fromNumber(scale)), 'up');
    const [one, other] = [law(scale, shift), law(scale, 0)];
    for (const order of [1.001, 1.5, 2, 4]) {
      const sum = one.reduce((total, p, i) => {
        const exponent = order * Math.log(p) + (1 - order) * Math.log(other[i]);
        return p > 0 && other[i] > 0 ? total + Math.exp(exponent) : total;
      }, 0);
      expect(Math.log(sum) / (order - 1) / order).toBeLessThanOrEqual(rho * (1 + 1e-9));
    }
  });
});

describe('gaussianScale', () => {
  test.each(['1e-12', '0.0001', '0.1', '7'])('keeps rho %s, and the next smaller scale does not', written => {
    const rho = amounts.written(written);
    for (const distance of [1n, 2n, 25n, 10n ** 20n]) {
      const scale = gaussianScale(distance, rho);
      expect(rational.compare(gaussianRho(distance, scale), rho)).toBeLessThanOrEqual(0);
      const smaller = rational.sub(scale, rational.ratio(1n, 2n ** 16n));
      if (smaller.numerator > 0n) expect(rational.compare(gaussianRho(distance, smaller), rho)).toBe(1);
    }
  });
});
