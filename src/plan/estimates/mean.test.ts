import { describe, expect, test } from 'vitest';
import { rational } from '../../numerics/index.ts';
import { combined } from './combined-noises.ts';
import { meanOf } from './mean.ts';
import type { NoiseSize, Noisy } from './noisy.ts';

const KINDS = ['discrete-laplace', 'discrete-gaussian'] as const;

/** Chances of multiples of the step, from the definition of the noise. */
function lattice({ kind, scale, step }: NoiseSize): readonly (readonly [number, number])[] {
  const far = Math.ceil((18 * scale) / step);
  const weights = Array.from({ length: 2 * far + 1 }, (_, i) => {
    const x = (i - far) * step;
    return [x, Math.exp(kind === 'discrete-laplace' ? -Math.abs(x) / scale : (-x * x) / (2 * scale * scale))] as const;
  }).filter(([, weight]) => weight > 1e-6);
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights.map(([x, weight]) => [x, weight / whole]);
}

/** With what the noise reaches alone in 39 of 40 cases. */
function noiseOf(law: NoiseSize): (value: number) => Noisy {
  const variance = law.kind === 'discrete-laplace' ? 2 * law.scale ** 2 : law.scale ** 2;
  const one = { value: 0, variance, halfWidth: 0, law };
  const { halfWidth } = combined([1, 0], [one, one], 0.025);
  return value => ({ value, variance, halfWidth, law });
}

const of = { centre: 50n, low: 0n, high: 100n, step: rational.one };

describe.each(KINDS)('meanOf, by ratioLeft of two noises of law %s', kind => {
  test.each([
    ['in the middle', 5000, 1],
    ['off it', 3100, 1],
    ['near an end', 9700, 1],
    ['in parts of rows', 6000, 0.5],
  ])('over all noises the interval holds a mean %s 95 times in 100', (_where, total, step) => {
    const [sumLaw, rowsLaw] = [
      { kind, scale: 40, step: 4 },
      { kind, scale: 2.5, step },
    ];
    const rows = 100;
    const truth = total / rows;
    const [sumAt, rowsAt] = [sumLaw, rowsLaw].map(noiseOf);
    let held = 0;
    for (const [x, p] of lattice(sumLaw))
      for (const [y, q] of lattice(rowsLaw)) {
        const sum = sumAt(total - 50 * rows + x);
        const [low, high] = meanOf(of, sum, rowsAt(rows + y), { moments: [], missed: 0.05 }).interval95 ?? [1, 0];
        if (low <= truth && truth <= high) held += p * q;
      }
    expect(held).toBeGreaterThan(0.948);
    expect(held).toBeLessThan(0.97);
  });
});

test('noises of two kinds are covered each', () => {
  const sum = noiseOf({ kind: 'discrete-gaussian', scale: 40, step: 1 })(400);
  const rows = noiseOf({ kind: 'discrete-laplace', scale: 2, step: 1 })(100);
  const [low, high] = meanOf(of, sum, rows, { moments: [], missed: 0.05 }).interval95 ?? [1, 0];
  expect(low - 50).toBeCloseTo((400 - sum.halfWidth) / (100 + rows.halfWidth), 9);
  expect(high - 50).toBeCloseTo((400 + sum.halfWidth) / (100 - rows.halfWidth), 9);
});
