import { describe, expect, test } from 'vitest';
import { lattice } from '../../../test/support/noise-lattice.ts';
import { chanceBeyond, reachOf } from './combined-noises.ts';
import type { NoiseSize } from './noisy.ts';

const KINDS = ['discrete-laplace', 'discrete-gaussian'] as const;

/** The chance that the noises, each times its factor, are farther from zero than this, summed over all of them. */
function summed(size: NoiseSize, factors: readonly number[], distance: number): number {
  const chances = [...lattice(size)];
  const from = (sum: number, i: number): number =>
    i === factors.length
      ? Number(Math.abs(sum) > distance)
      : chances.reduce((all, [x, chance]) => all + chance * from(sum + factors[i] * x, i + 1), 0);
  return from(0, 0);
}

describe.each(KINDS)('%s', kind => {
  const factors: readonly (readonly number[])[] = [
    [1, 0],
    [0.9, 0.1],
    [0.7, 0.3],
    [0.5, 0.5],
    [0, 1],
    [1, 1],
    [3, -0.4],
    [1, 0.5, 0.25],
    [1, -1, 0.3],
    [0.4, 0.4, -0.4],
    [0, 0.2, 1],
  ];

  test.each([0.2, 0.7, 1.5, 6])('noises of scale %f reach no farther than is said, and not much less', scale => {
    const size: NoiseSize = { kind, scale, step: 1 };
    // three of a large scale are too many to sum
    for (const each of factors.filter(({ length }) => length === 2 || scale < 1)) {
      const reach = reachOf(size, each, 0.05);
      expect(summed(size, each, reach + 1e-9)).toBeLessThanOrEqual(0.0505);
      // less than two steps nearer it would be exceeded more often
      const steps = each.reduce((sum, factor) => sum + Math.abs(factor), 0);
      expect(summed(size, each, reach - 2 * steps)).toBeGreaterThan(0.05);
    }
  });

  test('equal scales are the limit of nearly equal ones', () => {
    const size: NoiseSize = { kind, scale: 100, step: 1e-9 };
    expect(chanceBeyond(size, [1, 1 + 1e-5], 300)).toBeCloseTo(chanceBeyond(size, [1, 1], 300), 4);
    expect(chanceBeyond(size, [1, 1.01, 1.02], 300)).toBeCloseTo(chanceBeyond(size, [1.01, 1.01, 1.01], 300), 3);
  });
});

test('three Laplace noises of one scale have the tail of their density, which is known', () => {
  const size: NoiseSize = { kind: 'discrete-laplace', scale: 1, step: 1e-9 };
  for (const t of [0.5, 1, 3, 8, 20])
    expect(chanceBeyond(size, [1, 1, 1], t) / (((t ** 2 + 5 * t + 8) / 8) * Math.exp(-t))).toBeCloseTo(1, 2);
});
