import { describe, expect, test } from 'vitest';
import { reproducibleEntropy, uniform } from '../../random/index.ts';
import { exactRate } from './exact-rate.ts';
import { failureChance } from './failure-chance.ts';
import { guarantee } from './guarantee.ts';
import { countsOf, withoutOne } from './table-counts.ts';
import { theoremRate } from './theorem-rate.ts';

describe('exactRate', () => {
  test.each([
    [1, '1', 0.001, [201, 85]],
    [1, '0.1', 0.05, [40, 1000, 7000]],
    [2, '1', 0.01, [1, 60, 900]],
    [4, '0.5', 0.01, [300, 5000]],
  ])('with %i unknown rows keeps the promise, and nothing above it does', (unknownRows, epsilon, delta, counts) => {
    const promised = guarantee({ epsilon, delta, unknownRows });
    const chance = failureChance(countsOf(counts), promised);
    const rate = exactRate(countsOf(counts), promised);
    expect(chance(rate)).toBeLessThanOrEqual(delta);
    expect(chance(rate * (1 + 1e-11))).toBeGreaterThan(delta);
  });

  test('a table of unique values leaves less than one expected row', () => {
    const rate = exactRate(countsOf(new Array(500).fill(1)), guarantee({ epsilon: 1, delta: 0.01 }));
    expect(rate).toBeCloseTo(1 - 0.99 ** (1 / 500), 12);
  });

  test('a value less never lowers it, a stricter promise never raises it', () => {
    const table = countsOf([3, 3, 50, 50, 700]);
    const rate = exactRate(table, guarantee({ epsilon: 1, delta: 0.01 }));
    for (const count of [3, 50, 700])
      expect(exactRate(withoutOne(table, count), guarantee({ epsilon: 1, delta: 0.01 }))).toBeGreaterThanOrEqual(rate);
    expect(exactRate(withoutOne(table, 3), guarantee({ epsilon: 1, delta: 0.01 }))).toBeGreaterThan(1.2 * rate);
    expect(exactRate(table, guarantee({ epsilon: 1, delta: 0.005 }))).toBeLessThan(rate);
    expect(exactRate(table, guarantee({ epsilon: 1, delta: 0.01, unknownRows: 2 }))).toBeLessThanOrEqual(rate);
  });

  test('is never below the rate of the theorem, on fifty random tables', () => {
    const below = uniform(reproducibleEntropy(50));
    const factors = Array.from({ length: 50 }, (_, table) => {
      const counts = Array.from({ length: 1 + below(12) }, () => 1 + Math.floor(2 ** (below(1600) / 100)));
      const promised = guarantee({
        epsilon: [0.1, 0.5, 1, 3][below(4)],
        delta: [1e-6, 0.001, 0.05][below(3)],
        unknownRows: 1 + (table % 3),
      });
      return exactRate(countsOf(counts), promised) / theoremRate(countsOf(counts), promised);
    }).sort((a, b) => a - b);
    console.info(
      `exact rate over the theorem's: ${[0, 25, 49].map(place => factors[place].toPrecision(3)).join(', ')} (least, median, most of 50 tables)`,
    );
    expect(factors[0]).toBeGreaterThanOrEqual(1);
  });
});
