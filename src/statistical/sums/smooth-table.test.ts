import { expect, test } from 'vitest';
import { upperTail } from '../../numerics/index.ts';
import type { SmoothDistribution } from './distribution.ts';
import { smoothLaw } from './smooth-law.ts';
import { fixedSum, newGrid, smoothTable } from './smooth-table.ts';

interface Known {
  readonly distribution: SmoothDistribution;
  readonly count: number;
  /** P[S > x], S the sum less its mean. */
  tail(x: number): number;
  density(x: number): number;
}

const KNOWN: Record<string, Known> = {
  'nine normals': {
    distribution: { kind: 'normal', mean: 5, deviation: 0.5 },
    count: 9,
    tail: x => upperTail(x / 1.5),
    density: x => Math.exp(-((x / 1.5) ** 2) / 2) / (1.5 * Math.sqrt(2 * Math.PI)),
  },
  'two Laplaces': {
    distribution: { kind: 'laplace', mean: -1, scale: 1 },
    count: 2,
    tail: x => (x < 0 ? 1 - (Math.exp(x) * (2 - x)) / 4 : (Math.exp(-x) * (2 + x)) / 4),
    density: x => ((1 + Math.abs(x)) * Math.exp(-Math.abs(x))) / 4,
  },
  'four uniforms': {
    distribution: { kind: 'uniform', from: 0, to: 1 },
    count: 4,
    tail: x => 1 - irwinHall(x + 2, 4),
    density: x => irwinHallDensity(x + 2, 4),
  },
};

const positive = (x: number): number => Math.max(0, x);

const irwinHall = (x: number, count: number): number =>
  [1, -4, 6, -4, 1].reduce((sum, sign, k) => sum + sign * positive(x - k) ** count, 0) / 24;

const irwinHallDensity = (x: number, count: number): number =>
  [1, -4, 6, -4, 1].reduce((sum, sign, k) => sum + sign * positive(x - k) ** (count - 1), 0) / 6;

test.each(Object.entries(KNOWN))(
  'smoothTable of %s errs by no more than its noise, bend and slopes say',
  (_, known) => {
    const width = 1 / 64;
    const at = 0.3;
    const table = smoothTable(fixedSum(smoothLaw(known.distribution), known.count, 1e-15), at, newGrid(width, 2 ** 13));
    expect(table.noise).toBeLessThan(1e-3);
    let wrong = 0;
    table.masses.forEach((mass, i) => {
      const left = (table.first + i - 0.5) * width - at;
      wrong += Math.abs(mass - (known.tail(left) - known.tail(left + width)));
      const rise = width * (known.density(left + width) - known.density(left));
      expect(Math.abs((table.slopes?.[i] ?? Number.NaN) - rise)).toBeLessThanOrEqual(table.bend + 1e-15);
      const middle = width * known.density(left + width / 2);
      const chord = (width * (known.density(left) + known.density(left + width))) / 2;
      expect(Math.abs(middle - chord)).toBeLessThanOrEqual(table.bend / 8 + 1e-15);
    });
    expect(wrong).toBeLessThanOrEqual(table.noise + 1e-13);
  },
);
