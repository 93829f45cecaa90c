import { describe, expect, test } from 'vitest';
import { amounts } from '../../amounts/index.ts';
import { upperTail } from '../../numerics/index.ts';
import { concentratedDelta, rhoMax } from './conversion.ts';

/** The exact delta of one Gaussian answer of rho: a shift of sqrt(2·rho) standard deviations. */
function gaussianDelta(rho: number, epsilon: number): number {
  const shift = Math.sqrt(2 * rho);
  return upperTail(epsilon / shift - shift / 2) - Math.exp(epsilon) * upperTail(epsilon / shift + shift / 2);
}

describe('concentratedDelta', () => {
  test.each([0.001, 0.02, 0.5, 3])('is above the exact delta of a Gaussian of rho %d, and not by much', rho => {
    for (const epsilon of [0.1, 1, 4]) {
      const [bound, truth] = [concentratedDelta(rho, epsilon), gaussianDelta(rho, epsilon)];
      expect(bound).toBeGreaterThanOrEqual(truth);
      if (truth > 1e-12) expect(bound).toBeLessThan(12 * truth);
    }
  });

  test('of no concentration at all is 0, and next to none next to 0', () => {
    for (const epsilon of [0, 0.5, 3]) {
      expect(concentratedDelta(0, epsilon)).toBe(0);
      expect(concentratedDelta(1e-300, epsilon)).toBeGreaterThanOrEqual(0);
    }
    expect(concentratedDelta(1e-300, 0.5)).toBeLessThan(1e-6);
    expect(concentratedDelta(Number.NaN, 0.5)).toBeNaN();
  });
});

describe('rhoMax', () => {
  const of = (epsilon: string, delta: string): number =>
    amounts.number(rhoMax(amounts.written(epsilon), amounts.written(delta)), 'down');

  test('is the largest rho that keeps the promise', () => {
    expect(of('1', '1e-6')).toBeCloseTo(0.024356, 6);
    for (const [epsilon, delta] of [
      ['0.01', '1e-10'],
      ['1', '1e-6'],
      ['3', '0.001'],
      ['20', '1e-5'],
    ]) {
      const rho = of(epsilon, delta);
      expect(concentratedDelta(rho, Number(epsilon))).toBeLessThanOrEqual(Number(delta));
      expect(concentratedDelta(rho * 1.00001, Number(epsilon))).toBeGreaterThan(Number(delta));
    }
  });

  test('is nothing where nothing may fail, or everything', () => {
    expect(of('5', '0')).toBe(0);
    for (const delta of ['1', '1.5']) expect(of('5', delta)).toBe(0);
  });
});
