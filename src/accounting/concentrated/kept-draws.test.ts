import { describe, expect, test } from 'vitest';
import { toNumber } from '../../numerics/index.ts';
import { chanceInside, keptRho } from './kept-draws.ts';

/** The chance to be in part 0 when every answer favours it, or speaks against the others, by as much as may be. */
const posterior = (rates: readonly number[], losses: readonly number[]): number => {
  const weights = rates.map((rate, i) => rate * Math.exp(losses[i]));
  return (
    weights[0] / (weights.reduce((sum, weight) => sum + weight, 0) + 1 - rates.reduce((sum, rate) => sum + rate, 0))
  );
};

describe('chanceInside', () => {
  test('is the largest posterior over all signs of the answers, and reached', () => {
    for (const rate of [0.01, 0.5, 0.9])
      for (const spent of [0, 0.1, 2]) {
        const found = chanceInside([{ rate, spent }]);
        const all = [-1, 0, 1].map(sign => posterior([rate], [sign * spent]));
        expect(found).toBeGreaterThanOrEqual(Math.max(...all) * (1 - 1e-15));
        expect(found).toBeCloseTo(Math.max(...all), 14);
      }
    for (const rates of [
      [0.5, 0.5],
      [0.2, 0.3],
      [0.1, 0.6, 0.3],
    ])
      for (const spent of [0.1, 1, 3]) {
        const beside = rates.slice(1).map((rate, i) => ({ rate, spent: spent / (i + 1) }));
        const found = chanceInside([{ rate: rates[0], spent, beside }]);
        const signs = [-1, 0, 1];
        const all = signs.flatMap(own =>
          signs.map(other => posterior(rates, [own * spent, ...beside.map(part => other * part.spent)])),
        );
        expect(found).toBeGreaterThanOrEqual(Math.max(...all) * (1 - 1e-15));
        expect(found).toBeCloseTo(Math.max(...all), 14);
      }
  });

  test('of a way through several tables is the product', () => {
    expect(
      chanceInside([
        { rate: 0.5, spent: 0 },
        { rate: 0.2, spent: 0 },
      ]),
    ).toBeCloseTo(0.1, 15);
    expect(chanceInside([])).toBe(1);
    expect(chanceInside([{ rate: 0.5, spent: 1e5 }])).toBe(1);
  });
});

describe('keptRho', () => {
  test('charges the smallest question, which the difference of two prices would not', () => {
    expect(toNumber(keptRho([{ rate: 0.5, spent: 1 }], 1e-18), 'up')).toBe(1e-18);
  });

  test('grows with what was spent before', () => {
    const having = (spent: number): number => toNumber(keptRho([{ rate: 0.01, spent }], 1), 'up');
    expect(having(0)).toBeLessThan(0.0002);
    expect(having(0)).toBeLessThan(having(3));
    expect(having(30)).toBeCloseTo(Math.tanh(0.5), 6);
  });
});
