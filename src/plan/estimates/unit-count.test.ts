import { describe, expect, test } from 'vitest';
import { laplaceLaw, laplaceMasses } from '../../../test/support/laplace-law.ts';
import { binomialLogMass, rational } from '../../numerics/index.ts';
import type { Chance } from './chance.ts';
import { chanceBelow } from './count-chance.ts';
import { type CountLaw, drawnUnits } from './drawn-units.ts';
import { unitCount } from './unit-count.ts';

const lawOf = (epsilon: string) => laplaceLaw(1, epsilon);

/** All masses of a law, from its ratios. */
function massesOf({ least, most, peak, next }: CountLaw): [number, number][] {
  const masses = new Map([[peak, 1]]);
  for (let x = peak; x < most; x += 1) masses.set(x + 1, masses.get(x)! * next(x));
  for (let x = peak - 1; x >= least; x -= 1) masses.set(x, masses.get(x + 1)! / next(x));
  const all = [...masses.values()].reduce((sum, mass) => sum + mass, 0);
  return [...masses].map(([x, mass]): [number, number] => [x, mass / all]).sort(([one], [other]) => one - other);
}

const LOTS = 200;

/** How often the interval holds the true number, over all samples, all noise and all lots. */
function coverage(chance: Chance, units: number, epsilon: string, believed: Chance = chance): number {
  const { noise, variance, halfWidth } = lawOf(epsilon);
  const law = new Map<number, number>();
  for (const [x, mass] of massesOf(drawnUnits(chance, units)))
    for (const [z, weight] of laplaceMasses(1 / Number(epsilon), 30))
      law.set(x + z, (law.get(x + z) ?? 0) + mass * weight);
  let held = 0;
  for (const [value, mass] of law)
    for (let lot = 0.5 / LOTS; lot < 1 && mass > 1e-6; lot += 1 / LOTS) {
      const sampled = { chance: believed, low: 0, high: 1, whole: true, rowsPerUnit: 1, probability: 0.05, noise, lot };
      const [low, high] = unitCount(1, {
        value,
        variance,
        halfWidth,
        sampled,
      }).interval95;
      held += low <= units && units <= high ? mass / LOTS : 0;
    }
  return held;
}

const coins = (rate: number): Chance => ({ rate, left: 1 - rate });

describe('the interval holds the true number 95 times in 100, neither more nor less', () => {
  test.each([
    [0.05, 3, '1'],
    [0.3, 7, '0.7'],
    [0.5, 12, '2'],
    [0.9, 5, '1'],
    [1, 6, '1'],
  ])('coins at rate %f, %i units, epsilon %s', (rate, units, epsilon) => {
    expect(coverage(coins(rate), units, epsilon)).toBeCloseTo(0.95, 2);
  });

  test('so many of publicly many', () => {
    expect(coverage({ rate: 0.4, left: 12 / 19, exactly: { size: 8, of: 20 } }, 9, '1')).toBeCloseTo(0.95, 2);
  });

  test.each(['0.2', '1', '20'])('a part of all, or a little more: the noise is discrete, epsilon %s', epsilon => {
    const share = { rate: rational.fromDecimal('0.3'), others: false };
    const covered = coverage({ rate: 0.3, left: 0.7, share }, 23, epsilon);
    expect(covered).toBeGreaterThanOrEqual(0.9499);
    if (epsilon === '0.2') expect(covered).toBeLessThan(0.96);
  });

  test('another rate would be noticed', () => {
    expect(coverage(coins(0.3), 30, '2', coins(0.5))).toBeLessThan(0.93);
    expect(coverage(coins(0.3), 30, '2', coins(0.2))).toBeLessThan(0.93);
  });
});

test('ratios make the binomial law', () => {
  for (const [x, mass] of massesOf(drawnUnits(coins(0.3), 12)))
    expect(mass).toBeCloseTo(Math.exp(binomialLogMass(12, 0.3, x)), 12);
});

test('of 5 units 3 are asked about and 2 drawn: all ten pairs are alike', () => {
  const masses = massesOf(drawnUnits({ rate: 0.4, left: 0.75, exactly: { size: 2, of: 5 } }, 3));
  expect(masses.map(([x, mass]) => [x, Math.round(mass * 10)])).toEqual([
    [0, 1],
    [1, 6],
    [2, 3],
  ]);
});

test.each(['0.05', '1', '20'])('many units are normal: the chance is that of the exact sum, epsilon %s', epsilon => {
  const { noise } = lawOf(epsilon);
  const law = drawnUnits(coins(0.2), 700);
  expect(law.variance).toBeGreaterThan(100);
  for (const value of [117, 135, 140, 161]) {
    const exact = massesOf(law).reduce((sum, [x, mass]) => {
      const single = { least: x, most: x, peak: x, mean: x, variance: 0, next: () => 0 };
      return sum + mass * chanceBelow(noise, 0.5)(single, value);
    }, 0);
    expect(Math.abs(chanceBelow(noise, 0.5)(law, value) - exact)).toBeLessThan(0.008);
  }
});

test('discrete Gaussian noise', () => {
  const noise = { kind: 'discrete-gaussian', scale: rational.ratio(4n) } as const;
  const weights = Array.from({ length: 101 }, (_, i) => Math.exp(-((i - 50) ** 2) / 32));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const single = { least: 0, most: 0, peak: 0, mean: 0, variance: 0, next: () => 0 };
  for (const z of [-8, -1, 0, 5]) {
    const below = weights.slice(0, 50 + z).reduce((sum, weight) => sum + weight, 0) / all;
    expect(Math.abs(chanceBelow(noise, 0)(single, z) - below)).toBeLessThan(0.002);
    expect(chanceBelow(noise, 1)(single, z)).toBeCloseTo(chanceBelow(noise, 0)(single, z + 1), 12);
  }
});

test('millions of units are counted at once', () => {
  const { noise, variance, halfWidth } = lawOf('0.1');
  const sampled = {
    chance: coins(0.01),
    low: 0,
    high: 1,
    whole: true,
    rowsPerUnit: 1,
    probability: 0.05,
    noise,
    lot: 0.5,
  };
  const { estimate, interval95, standardError } = unitCount(1, {
    value: 50_000,
    variance,
    halfWidth,
    sampled,
  });
  expect(estimate).toBe(5_000_000);
  expect(standardError / Math.sqrt(50_000 * 0.99 + variance)).toBeCloseTo(100, 6);
  for (const end of interval95) expect(Math.abs(end - estimate) / standardError).toBeCloseTo(1.96, 1);
});
