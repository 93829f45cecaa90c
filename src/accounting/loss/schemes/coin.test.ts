import { describe, expect, test } from 'vitest';
import { epsilons, hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import { massesOf } from '../../../../test/support/loss-tails.ts';
import { deltaOf, type LossPair } from '../pair.ts';
import { atom, atomicPair, sortedPair } from '../pairs/atoms.ts';
import { gaussian, gaussianMixture } from '../pairs/gaussian.ts';
import { laplace } from '../pairs/laplace.ts';
import { lossUnderCoin, nothing, underCoin } from './coin.ts';

const table: Table = [
  [0.3, 0],
  [0.4, 0.2],
  [0.2, 0.3],
  [0.1, 0.1],
  [0, 0.4],
];
const atoms = atomicPair(table.map(([p, q]) => atom(p, q)));
/** The same pair without its table: the way of tails instead of the way of outcomes. */
const bare: LossPair = { ...atoms, kind: undefined } as LossPair;

describe('underCoin', () => {
  test.each([0.001, 0.3, 0.5, 0.999])('is the mixture with what happens without the unit: rate %d', rate => {
    const mixed: Table = table.map(([p, q]) => [(1 - rate) * q + rate * p, q]);
    for (const pair of [underCoin(atoms, rate), underCoin(bare, rate)]) {
      for (const epsilon of epsilons) {
        const { lower, upper } = deltaOf(pair, epsilon);
        const truth = hockeyStick(mixed, epsilon);
        expect(lower).toBeLessThanOrEqual(truth + 1e-15);
        expect(upper).toBeGreaterThanOrEqual(truth - 1e-15);
        expect(upper - lower).toBeLessThan(1e-12);
      }
      expect(pair.infinite).toBeCloseTo(0.3 * rate, 13);
      expect(pair.minusInfinite).toBe(0);
      expect(pair.lowest).toBeCloseTo(Math.log1p(-rate), 14);
      expect(pair.highest).toBeCloseTo(Math.log1p(rate), 14);
    }
  });

  test('outcomes that only happen without the unit keep their place at the lowest loss', () => {
    for (const pair of [underCoin(atoms, 0.5), underCoin(bare, 0.5)]) {
      expect(massesOf(pair, 'upper', -0.7)).toEqual([1, 1]);
      expect(massesOf(pair, 'lower', -0.7)).toEqual([0, 0]);
      expect(massesOf(pair, 'upper', -0.69)[1]).toBeCloseTo(0.6, 14);
      expect(massesOf(pair, 'lower', -0.69)[0]).toBeCloseTo(0.2, 14);
    }
  });

  test('a coin over Gaussian noise is a mixture of two shifts', () => {
    const mixture = gaussianMixture([
      { weight: 0.9, shift: 0 },
      { weight: 0.1, shift: 1.5 },
    ]);
    const coin = underCoin(gaussian(1.5), 0.1);
    for (const t of [-0.1, -0.01, 0, 0.05, 1, 8]) {
      for (const side of ['upper', 'lower'] as const) {
        const [masses, others] = [massesOf(coin, side, t), massesOf(mixture, side, t)];
        expect(masses[0] / others[0]).toBeCloseTo(1, 11);
        expect(masses[1] / others[1]).toBeCloseTo(1, 11);
      }
    }
  });

  test('a coin that always or never falls', () => {
    const pair = laplace(1);
    expect(underCoin(pair, 1)).toBe(pair);
    expect(underCoin(pair, 0)).toBe(nothing);
    expect(deltaOf(nothing, 0)).toEqual({ lower: 0, upper: 0 });
    expect(deltaOf(nothing, -1).lower).toBeCloseTo(-Math.expm1(-1), 15);
  });

  test('keeps its digits at rates and losses near 0', () => {
    const rate = 1e-12;
    const coin = underCoin(laplace(1), rate);
    const truth = rate * -Math.expm1(-0.5);
    expect(deltaOf(coin, 0).lower).toBeLessThan(truth);
    expect(deltaOf(coin, 0).upper).toBeGreaterThan(truth);
    expect(deltaOf(coin, 0).upper / truth).toBeLessThan(1.01);
    expect(coin.highest / (rate * Math.expm1(1))).toBeCloseTo(1, 11);
  });
});

test('lossUnderCoin is ln(1 - g + g·exp L)', () => {
  for (const rate of [1e-9, 0.2, 0.9]) {
    for (const loss of [-30, -1, -1e-9, 0, 1e-9, 0.5, 1.5, 30])
      expect(lossUnderCoin(loss, rate)).toBeCloseTo(Math.log(1 - rate + rate * Math.exp(loss)), 12);
    expect(lossUnderCoin(-Infinity, rate)).toBe(Math.log1p(-rate));
    expect(lossUnderCoin(2000, rate)).toBeCloseTo(2000 + Math.log(rate), 10);
    expect(lossUnderCoin(Infinity, rate)).toBe(Infinity);
  }
});

test('a sampled table stays a table', () => {
  const pair = underCoin(sortedPair(Float64Array.of(0), Float64Array.of(0), 0), 0.5);
  expect(pair).toHaveProperty('kind', 'atoms');
});
