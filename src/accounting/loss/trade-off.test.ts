import { describe, expect, test } from 'vitest';
import { fromAbove, fromBelow } from '../../../test/support/loss-lattices.ts';
import { leastFalseNegative, power, type Table, turned } from '../../../test/support/loss-tables.ts';
import { upperTail, upperTailQuantile } from '../../numerics/index.ts';
import { aimAtLoss } from './aim.ts';
import type { Composed, Side } from './composed.ts';
import { type Curve, convexMinimum } from './convex-minimum.ts';
import { convolve } from './convolution.ts';
import { profilesOf } from './direct.ts';
import type { LossPair } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { gaussian } from './pairs/gaussian.ts';
import { reversed } from './pairs/reversed.ts';
import { underCoin } from './schemes/coin.ts';
import { curveOf, readCurve, tradeOffOf } from './trade-off.ts';

const rates = [0, 1e-6, 0.001, 0.02, 0.1, 0.25, 0.5, 0.7, 0.9, 0.97, 0.999, 1];

function composedOf(pair: LossPair, count: number, step: number, side: Side): Composed {
  const lattice = side === 'above' ? fromAbove(pair, step, 1e-14) : fromBelow(pair, step, 1e-14);
  const terms = [{ lattice, count }];
  const sum = convolve(terms, aimAtLoss(terms, -Infinity, 1e-13));
  if (sum === undefined) throw new TypeError('a small lattice fits');
  return { sum, side, origin: 0, infinite: -Math.expm1(count * Math.log1p(-lattice.infinite)), lossError: 0 };
}

const tables: Record<string, Table> = {
  'randomized response': [
    [0.75, 0.25],
    [0.25, 0.75],
  ],
  'with certain tells': [
    [0.1, 0],
    [0.5, 0.3],
    [0.3, 0.35],
    [0.1, 0.3],
    [0, 0.05],
  ],
  sampled: [
    [0.22, 0.05],
    [0.6, 0.75],
    [0.18, 0.2],
  ],
};
const pairOf = (table: Table): LossPair => atomicPair(table.map(([p, q]) => atom(p, q)));

describe('curveOf', () => {
  test.each(Object.entries(tables))('%s: both sides of the best test, composed or not', (_, table) => {
    for (const count of [1, 2, 5]) {
      for (const step of [0.5, 0.11, 0.004]) {
        const low = curveOf(composedOf(pairOf(table), count, step, 'above'));
        const high = curveOf(composedOf(pairOf(table), count, step, 'below'));
        const product = power(table, count);
        for (const rate of rates) {
          const truth = leastFalseNegative(product, rate);
          expect(readCurve(low, rate) - low.error, `above at ${rate}`).toBeLessThanOrEqual(truth + 1e-14);
          expect(readCurve(high, rate) + high.error, `below at ${rate}`).toBeGreaterThanOrEqual(truth - 1e-14);
        }
        expect(low.error + high.error).toBeLessThan(1e-10);
        const gap = readCurve(high, 0.25) - readCurve(low, 0.25);
        if (step < 0.01) expect(gap).toBeLessThan(0.01);
      }
    }
  });

  test('Gaussian noise composed four times: the closed form lies between', () => {
    const [low, high] = (['above', 'below'] as const).map(side => curveOf(composedOf(gaussian(0.5), 4, 0.002, side)));
    for (const rate of [1e-6, 0.01, 0.1, 0.5, 0.9, 0.999]) {
      const truth = upperTail(1 - upperTailQuantile(rate));
      expect(readCurve(low, rate) - low.error).toBeLessThanOrEqual(truth + 1e-13);
      expect(readCurve(high, rate) + high.error).toBeGreaterThanOrEqual(truth - 1e-13);
      expect(readCurve(high, rate) - readCurve(low, rate)).toBeLessThan(1e-5);
    }
  });

  test('runs from certainty of one kind to certainty of the other, convex', () => {
    const { falsePositive, falseNegative } = curveOf(composedOf(underCoin(gaussian(1), 0.3), 3, 0.05, 'above'));
    expect([falsePositive[0], falsePositive.at(-1), falseNegative.at(-1)]).toEqual([0, expect.closeTo(1, 12), 0]);
    for (let i = 1; i < falsePositive.length; i++) {
      expect(falsePositive[i]).toBeGreaterThanOrEqual(falsePositive[i - 1]);
      expect(falseNegative[i]).toBeLessThanOrEqual(falseNegative[i - 1]);
    }
  });
});

const curve = (...vertices: [number, number][]): Curve => ({
  falsePositive: Float64Array.from(vertices, ([x]) => x),
  falseNegative: Float64Array.from(vertices, ([, y]) => y),
  error: 0,
});

describe('convexMinimum', () => {
  test('is the greatest convex function below all curves', () => {
    const [one, other] = [curve([0, 0.9], [0.2, 0.6], [1, 0]), curve([0, 1], [0.4, 0.2], [1, 0])];
    const least = convexMinimum([one, other]);
    for (let rate = 0; rate <= 1; rate += 0.01) {
      const below = Math.min(readCurve(one, rate), readCurve(other, rate));
      expect(readCurve(least, rate)).toBeLessThanOrEqual(below + 1e-15);
    }
    // the hull of the vertices, not the smaller of the two values
    expect([...least.falsePositive]).toEqual([0, 0.4, 1]);
    expect([...least.falseNegative]).toEqual([0.9, 0.2, 0]);
  });

  test('both directions of a mechanism: brute force over mixtures of tests', () => {
    const table = tables['with certain tells'];
    const product = power(table, 2);
    const curves = [pairOf(table), reversed(pairOf(table))].map(pair => curveOf(composedOf(pair, 2, 0.001, 'above')));
    const least = convexMinimum(curves);
    const both = (rate: number): number =>
      Math.min(leastFalseNegative(product, rate), leastFalseNegative(turned(product), rate));
    for (const rate of rates) {
      let mixed = both(rate);
      for (let x = 0; x < rate; x += 1 / 64)
        for (let y = 1; y > rate; y -= 1 / 64)
          mixed = Math.min(mixed, both(x) + ((rate - x) / (y - x)) * (both(y) - both(x)));
      expect(readCurve(least, rate)).toBeLessThanOrEqual(mixed + 1e-9);
      expect(readCurve(least, rate)).toBeGreaterThan(mixed - 0.02);
    }
  });

  test('one curve is its own', () => {
    const only = curve([0, 1], [0.5, 0.1], [1, 0]);
    expect(convexMinimum([only]).falsePositive).toEqual(only.falsePositive);
    expect(convexMinimum([only, { ...only, error: 0.5 }]).error).toBe(0.5);
  });
});

test('readCurve interpolates, and stays within the ends', () => {
  const line = curve([0, 0.8], [0.5, 0.2], [1, 0]);
  expect([0, 0.25, 0.5, 0.75, 1].map(rate => readCurve(line, rate))).toEqual([
    0.8,
    expect.closeTo(0.5, 15),
    0.2,
    expect.closeTo(0.1, 15),
    0,
  ]);
});

describe('tradeOffOf', () => {
  const profiles = (pair: LossPair) => profilesOf(pair, [pair], pair.infinite > 0 ? Infinity : pair.highest);

  test.each([0.1, 1, 5])('Gaussian noise: the closed form, shift %d', shift => {
    for (const rate of [1e-9, 1e-3, 0.1, 0.5, 0.99]) {
      const { lower, upper } = tradeOffOf([profiles(gaussian(shift))], rate);
      const truth = upperTail(shift - upperTailQuantile(rate));
      expect(lower).toBeLessThanOrEqual(truth + 1e-15);
      expect(upper).toBeGreaterThanOrEqual(truth - 1e-15);
      expect(upper - lower).toBeLessThan(1e-8);
    }
  });

  test.each(Object.entries(tables))('%s: the best test over both directions', (_, table) => {
    const pair = pairOf(table);
    const atLeast = pairOf(power(table, 3));
    for (const rate of rates) {
      const one = tradeOffOf([profiles(pair)], rate);
      const truth = leastFalseNegative(table, rate);
      expect(one.lower).toBeLessThanOrEqual(truth + 1e-14);
      expect(one.upper).toBeGreaterThanOrEqual(truth - 1e-14);
      expect(one.upper - one.lower).toBeLessThan(1e-8);
      // what is known from above and from below need not be greatest at the same epsilon
      const apart = tradeOffOf([profilesOf(atLeast, [pair], Infinity)], rate);
      expect(apart.lower).toBeLessThanOrEqual(truth + 1e-14);
      expect(apart.upper).toBeGreaterThanOrEqual(truth - 1e-14);
      const both = tradeOffOf([profiles(pair), profiles(reversed(pair))], rate);
      expect(both.lower).toBeLessThanOrEqual(Math.min(truth, leastFalseNegative(turned(table), rate)) + 1e-14);
    }
  });
});
