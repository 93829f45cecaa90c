import { describe, expect, test } from 'vitest';
import type { Table } from '../../../test/support/loss-tables.ts';
import { logSumExp } from '../../numerics/index.ts';
import { deltaOf, type LossPair } from './pair.ts';
import { atom, atomicPair } from './pairs/atoms.ts';
import { discreteGaussian } from './pairs/discrete.ts';
import { gaussian } from './pairs/gaussian.ts';
import { laplace } from './pairs/laplace.ts';
import { reversed } from './pairs/reversed.ts';
import { renyiOf, renyiOfBound } from './renyi.ts';
import { underCoin } from './schemes/coin.ts';

const orders = [1.01, 1.5, 2, 3, 8, 32, 100];

/** Never below the truth, and above it by little. */
function expectJustAbove(value: number, truth: number, excess = 1e-5): void {
  expect(value).toBeGreaterThanOrEqual(truth * (1 - 1e-11));
  expect(value).toBeLessThanOrEqual(truth * (1 + excess) + 1e-8);
}

describe('renyiOf', () => {
  test.each([0.01, 0.5, 1, 4])('Gaussian noise: order·shift²/2, shift %d', shift => {
    for (const order of orders) {
      expectJustAbove(renyiOf(gaussian(shift), order), (order * shift * shift) / 2);
      expectJustAbove(renyiOf(reversed(gaussian(shift)), order), (order * shift * shift) / 2);
    }
  });

  test('Laplace noise: its closed form', () => {
    for (const [shift, order] of [
      [1, 2],
      [0.3, 8],
      [2, 1.5],
    ]) {
      const moment =
        (order / (2 * order - 1)) * Math.exp((order - 1) * shift) +
        ((order - 1) / (2 * order - 1)) * Math.exp(-order * shift);
      expectJustAbove(renyiOf(laplace(shift), order), Math.log(moment) / (order - 1));
    }
  });

  test.each([0.001, 0.1, 0.6])('sampled Gaussian noise at whole orders: the binomial sum, rate %d', rate => {
    for (const shift of [0.5, 1]) {
      for (const order of [2, 3, 8, 32]) {
        const terms = Array.from({ length: order + 1 }, (_, k) => {
          const choose = logFactorial(order) - logFactorial(k) - logFactorial(order - k);
          return choose + (order - k) * Math.log1p(-rate) + k * Math.log(rate) + ((k * k - k) * shift * shift) / 2;
        });
        const truth = logSumExp(terms) / (order - 1);
        expectJustAbove(renyiOf(underCoin(gaussian(shift), rate), order), truth, 1e-4);
      }
    }
  });

  const tables: Table[] = [
    [
      [0.75, 0.25],
      [0.25, 0.75],
    ],
    [
      [0.5, 0.3],
      [0.49, 0.3],
      [0.01, 0.4],
    ],
    [
      [0.999, 0.001],
      [0.001, 0.999],
    ],
  ];

  test.each(tables.map(table => ({ table })))('finite tables: the sum itself, $table', ({ table }) => {
    const pair = atomicPair(table.map(([p, q]) => atom(p, q)));
    for (const order of orders) {
      expectJustAbove(renyiOf(pair, order), exactly(table, order));
      expectJustAbove(
        renyiOf(reversed(pair), order),
        exactly(
          table.map(([p, q]) => [q, p]),
          order,
        ),
      );
    }
  });

  test('discrete Gaussian noise: the sum itself', () => {
    const [sigma, shift] = [1.3, 2];
    const weight = (x: number): number => Math.exp(-(x * x) / (2 * sigma * sigma));
    const points = Array.from({ length: 401 }, (_, i) => i - 200);
    const whole = points.reduce((sum, x) => sum + weight(x), 0);
    for (const order of [1.5, 2, 8]) {
      const logs = points.map(
        x => (-order * (x - shift) ** 2 - (1 - order) * x ** 2) / (2 * sigma * sigma) - Math.log(whole),
      );
      expectJustAbove(renyiOf(discreteGaussian(sigma, shift, order), order), logSumExp(logs) / (order - 1));
    }
  });

  test('nothing is 0, certain tells are infinite', () => {
    expect(renyiOf(atomicPair([atom(0.5, 0.5), atom(0.5, 0.5)]), 2)).toBeLessThan(1e-8);
    expect(renyiOf(atomicPair([atom(0.1, 0), atom(0.9, 1)]), 2)).toBe(Infinity);
    // outcomes that only Q has cost nothing in this direction
    const only: Table = [
      [1, 0.5],
      [0, 0.5],
    ];
    expectJustAbove(renyiOf(atomicPair(only.map(([p, q]) => atom(p, q))), 3), Math.LN2);
  });
});

const exactly = (table: Table, order: number): number =>
  logSumExp(table.map(([p, q]) => order * Math.log(p) + (1 - order) * Math.log(q))) / (order - 1);

const logFactorial = (n: number): number => (n < 2 ? 0 : Math.log(n) + logFactorial(n - 1));

describe('renyiOfBound', () => {
  const profileOf = (pair: LossPair) => ({
    kind: 'profile' as const,
    highest: pair.highest,
    delta: (epsilon: number): number => (epsilon >= pair.highest ? 0 : deltaOf(pair, epsilon).upper),
  });

  test('a profile gives at least what its pair does, and little more', () => {
    for (const pair of [laplace(1), underCoin(laplace(2), 0.1)]) {
      for (const order of [1.5, 2, 8, 40])
        expectJustAbove(renyiOfBound(profileOf(pair), order), renyiOf(pair, order) * (1 - 1e-5), 1e-3);
    }
  });

  test('of unbounded loss knows nothing', () => {
    expect(renyiOfBound(profileOf(gaussian(1)), 2)).toBe(Infinity);
    expect(renyiOfBound(gaussian(1), 2)).toBe(renyiOf(gaussian(1), 2));
  });
});
