import { describe, expect, test } from 'vitest';
import { upperTail } from '../../numerics/index.ts';
import { aboutMean, boughtVariance, squaresOf, withOneUnit } from './bought.ts';
import type { Noisy } from './noisy.ts';

const noisy = (value: number, variance = 0): Noisy => ({ value, variance, halfWidth: 0 });

describe('squares of a combination, from moments', () => {
  test('of one statistic they are its own', () => {
    expect(squaresOf([1], [noisy(7, 3)])).toEqual({ value: 7, variance: 3 });
  });

  test('of two: each unit’s own square, summed', () => {
    const units = [
      [1, 2],
      [-3, 5],
      [4, 0],
    ];
    const moment = (i: number, j: number): Noisy => noisy(units.reduce((sum, u) => sum + u[i] * u[j], 0));
    const moments = [moment(0, 0), moment(0, 1), moment(1, 1)];
    const truth = units.reduce((sum, [x, y]) => sum + (2 * x - 3 * y) ** 2, 0);
    expect(squaresOf([2, -3], moments).value).toBe(truth);
  });

  test('noise counts by the square of what it is multiplied with', () => {
    expect(squaresOf([2, -3], [noisy(0, 1), noisy(0, 1), noisy(0, 1)]).variance).toBe(16 + 144 + 81);
  });

  test('hardly anybody counts as one', () => {
    expect(withOneUnit({ value: -3, variance: 2 }, 5)).toEqual({ value: 25, variance: 2 });
    expect(withOneUnit({ value: 30, variance: 2 }, 5).value).toBe(30);
  });

  test('of so many of publicly many, units that all add the same add no chance', () => {
    const chance = { rate: 0.5, left: 0.5, exactly: { size: 10, of: 20 } };
    expect(aboutMean({ value: 90, variance: 4 }, 30, chance)).toEqual({ value: 0, variance: 4 });
    expect(aboutMean({ value: 90, variance: 4 }, 30, { rate: 0.5, left: 0.5 }).value).toBe(90);
  });
});

describe('a variance that is guessed with noise', () => {
  const REACH = 1.959964;
  const POINTS = 160;
  /** Laplace noise of scale 1, each point as likely as any other. */
  const laplace = Array.from({ length: POINTS }, (_, i) => {
    const u = (i + 0.5) / POINTS - 0.5;
    return -Math.sign(u) * Math.log(1 - 2 * Math.abs(u));
  });

  type Rule = typeof boughtVariance;

  /** How often the interval holds, where the told value has noise of scale 1 and the squares noise of this scale. */
  function held(squares: number, scale: number, rule: Rule): number {
    const halfWidth = Math.log(20);
    const deviation = Math.sqrt(squares);
    const chances = laplace.map(noise => {
      const guess = { value: squares + scale * noise, variance: 2 * scale ** 2 };
      const sampling = rule(guess, { left: 1, noise: 2, reach: REACH });
      const width = Math.hypot(halfWidth, REACH * Math.sqrt(sampling));
      if (deviation === 0) return 1 - Math.exp(-width);
      const outside = laplace.map(z => upperTail((width - z) / deviation) + upperTail((width + z) / deviation));
      return 1 - outside.reduce((sum, chance) => sum + chance, 0) / POINTS;
    });
    return chances.reduce((sum, chance) => sum + chance, 0) / POINTS;
  }

  const SCALES = [0.2, 1, 3, 10, 50];
  const RATIOS = [0, 0.1, 0.3, 1, 2, 4, 10, 50];

  test('holds at least 93 times in 100, and at most 97 where the squares are clearer than their noise', () => {
    for (const scale of SCALES)
      for (const ratio of RATIOS) {
        const often = held(ratio * scale, scale, boughtVariance);
        expect(often, `${ratio} of ${scale}`).toBeGreaterThanOrEqual(0.93);
        if (ratio >= 2) expect(often, `${ratio} of ${scale}`).toBeLessThanOrEqual(0.97);
      }
  });

  test('the guess alone would be too short', () => {
    const alone: Rule = ({ value }) => Math.max(0, value);
    expect(Math.min(...RATIOS.map(ratio => held(ratio * 10, 10, alone)))).toBeLessThan(0.9);
  });

  test('where everybody was drawn nothing is left', () => {
    expect(boughtVariance({ value: 100, variance: 5 }, { left: 0, noise: 2, reach: REACH })).toBe(0);
  });
});
