import { describe, expect, test } from 'vitest';
import { laplaceLaw, laplaceMasses } from '../../../test/support/laplace-law.ts';
import type { Interval } from './interval.ts';
import type { Noisy } from './noisy.ts';
import { ratioWithin } from './ratio.ts';
import { expectedWithin } from './sampled-total.ts';

/** All lists of so many of the values, in one order. */
const multisets = (size: number, values: readonly number[]): number[][] =>
  size === 0 ? [[]] : values.flatMap((value, i) => multisets(size - 1, values.slice(i)).map(rest => [value, ...rest]));

type Law = Map<string, number>;

const add = (law: Law, point: readonly number[], mass: number): void => {
  law.set(point.join(' '), (law.get(point.join(' ')) ?? 0) + mass);
};

const points = (law: Law) => [...law].map(([text, mass]) => ({ point: text.split(' ').map(Number), mass }));

/** Sums of what units add, each drawn by a coin. */
function sampledLaw(units: readonly (readonly number[])[], rate: number): Law {
  let law: Law = new Map([[units[0].map(() => 0).join(' '), 1]]);
  for (const unit of units) {
    const next: Law = new Map();
    for (const { point, mass } of points(law)) {
      add(next, point, mass * (1 - rate));
      add(
        next,
        point.map((x, i) => x + unit[i]),
        mass * rate,
      );
    }
    law = next;
  }
  return law;
}

/** Discrete Laplace noise of these scales, one after the other. */
function withNoise(law: Law, scales: readonly number[]): Law {
  return scales.reduce((before, scale, place) => {
    const next: Law = new Map();
    for (const { point, mass } of points(before))
      for (const [z, weight] of laplaceMasses(scale, 8)) add(next, point.with(place, point[place] + z), mass * weight);
    return next;
  }, law);
}

const noisyOf = (sensitivity: number, epsilon: string, rate: number, [low, high]: Interval): Omit<Noisy, 'value'> => {
  const { noise, ...about } = laplaceLaw(sensitivity, epsilon);
  const chance = { rate, left: 1 - rate };
  return { ...about, sampled: { chance, low, high, whole: true, rowsPerUnit: 1, probability: 0.05, noise, lot: 0 } };
};

const RATES = [0.02, 0.2, 0.5, 0.9];

describe('on all small tables the interval holds the truth at least 93 times in 100', () => {
  test.each(['0.5', '8'])('totals of one sign, epsilon %s', epsilon => {
    for (const rate of RATES)
      for (const units of [1, 4, 5].flatMap(size => multisets(size, [1, 2, 4]))) {
        const noisy = noisyOf(4, epsilon, rate, [0, 4]);
        const law = withNoise(
          sampledLaw(
            units.map(unit => [unit]),
            rate,
          ),
          [4 / Number(epsilon)],
        );
        const truth = rate * units.reduce((sum, unit) => sum + unit, 0);
        const held = coverage(law, truth, ([value]) => expectedWithin({ ...noisy, value }));
        expect(held, `${units} at ${rate}`).toBeGreaterThanOrEqual(0.93);
      }
  });

  test.each(['2', '12'])('ratios, epsilon %s', epsilon => {
    for (const rate of RATES)
      for (const values of [1, 4].flatMap(size => multisets(size, [-2, 1, 2]))) {
        const sum = noisyOf(2, epsilon, rate, [-2, 2]);
        const rows = noisyOf(1, epsilon, rate, [0, 1]);
        const law = withNoise(
          sampledLaw(
            values.map(value => [value, 1]),
            rate,
          ),
          [2 / Number(epsilon), 1 / Number(epsilon)],
        );
        const truth = values.reduce((total, value) => total + value, 0) / values.length;
        const held = coverage(law, truth, ([total, number]) =>
          ratioWithin([-2, 2], { ...sum, value: total }, { ...rows, value: number }),
        );
        expect(held, `${values} at ${rate}`).toBeGreaterThanOrEqual(0.93);
      }
  });

  test('half the interval would not do', () => {
    const noisy = noisyOf(4, '8', 0.5, [0, 4]);
    const law = withNoise(
      sampledLaw(
        Array.from({ length: 12 }, () => [4]),
        0.5,
      ),
      [0.5],
    );
    const held = coverage(law, 24, ([value]) => {
      const [low, high] = expectedWithin({ ...noisy, value });
      return [(low + value) / 2, (high + value) / 2];
    });
    expect(held).toBeLessThan(0.8);
  });
});

function coverage(law: Law, truth: number, within: (point: readonly number[]) => Interval): number {
  return points(law).reduce((held, { point, mass }) => {
    const [low, high] = within(point);
    return held + (low <= truth + 1e-9 && truth <= high + 1e-9 ? mass : 0);
  }, 0);
}

test('totals below zero mirror those above', () => {
  const above = noisyOf(4, '1', 0.2, [0, 4]);
  const below = noisyOf(4, '1', 0.2, [-4, 0]);
  const [low, high] = expectedWithin({ ...above, value: 17 });
  expect(expectedWithin({ ...below, value: -17 })).toEqual([-high, -low]);
});

test('where everybody was drawn only noise is left', () => {
  const { halfWidth: reach, ...rest } = noisyOf(4, '1', 1, [0, 4]);
  expect(expectedWithin({ ...rest, halfWidth: reach, value: 100 })).toEqual([100 - reach, 100 + reach]);
});
