import { describe, expect, test } from 'vitest';
import { amounts } from '../../amounts/index.ts';
import { choiceEpsilon, choiceRho, pureRho } from './pure-rho.ts';

const ORDERS = [1.0001, 1.1, 1.5, 2, 3, 8, 30];
const rho = (epsilon: string | number): number => amounts.number(pureRho(amounts.written(epsilon)), 'up');

/** The Renyi divergence of two laws over its order: concentrated privacy bounds it at every order. */
function overOrder(one: readonly number[], other: readonly number[], order: number): number {
  const sum = one.reduce((total, p, i) => total + p ** order * other[i] ** (1 - order), 0);
  return Math.log(sum) / (order - 1) / order;
}

/** All laws of three outcomes in whole parts of twelve, none of them impossible. */
const laws = Array.from({ length: 11 }, (_, i) => i + 1).flatMap(a =>
  Array.from({ length: 11 - a }, (_, i) => i + 1).map(b => [a / 12, b / 12, (12 - a - b) / 12]),
);

describe('pureRho', () => {
  test('bounds every mechanism of an epsilon: all pairs of laws of three outcomes', () => {
    for (const one of laws) {
      for (const other of laws) {
        const epsilon = Math.max(...one.map((p, i) => Math.abs(Math.log(p / other[i])))) * (1 + 1e-15);
        if (epsilon < 1e-6) continue;
        for (const order of ORDERS)
          expect(overOrder(one, other, order)).toBeLessThanOrEqual(rho(epsilon) * (1 + 1e-12));
      }
    }
  });

  test.each([0.01, 0.5, 1, 5])('is reached by randomized response of epsilon %d', epsilon => {
    const yes = Math.exp(epsilon) / (1 + Math.exp(epsilon));
    const mean = (2 * yes - 1) * epsilon;
    expect(rho(epsilon)).toBeGreaterThanOrEqual(mean * (1 - 1e-13));
    expect(rho(epsilon)).toBeLessThanOrEqual(mean * (1 + 1e-13));
  });

  test('charges for whatever is above 0, and for huge amounts', () => {
    expect(rho('0')).toBe(0);
    expect(rho('1e-18')).toBe(1e-18);
    expect(rho('2000')).toBe(2000);
  });
});

describe('choiceRho', () => {
  /** Chances in proportion to exp(-epsilon·miss/2), for misses that one unit changes by at most 1. */
  const chosen = (epsilon: number, misses: readonly number[]): number[] => {
    const weights = misses.map(miss => Math.exp((-epsilon * miss) / 2));
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map(weight => weight / whole);
  };
  /** Permute and flip, by its own definition over all orders of three candidates. */
  const flipped = (epsilon: number, misses: readonly number[]): number[] => {
    const least = Math.min(...misses);
    const keep = misses.map(miss => Math.exp((-epsilon * (miss - least)) / 2));
    const chances = misses.map(() => 0);
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      let left = 1 / orders.length;
      for (const i of order) {
        chances[i] += left * keep[i];
        left *= 1 - keep[i];
      }
    }
    return chances;
  };
  const steps = [-1, -0.5, 0, 0.5, 1];
  const moved = steps.flatMap(a => steps.flatMap(b => steps.map(c => [a, b, c])));

  const worst = (law: typeof chosen, epsilon: number): number =>
    Math.max(
      ...[
        [0, 0, 0],
        [0, 1, 2],
        [0, 0, 3],
        [0, 4, 4],
      ].flatMap(misses =>
        moved.flatMap(move => {
          const [one, other] = [
            law(epsilon, misses),
            law(
              epsilon,
              misses.map((miss, i) => miss + move[i]),
            ),
          ];
          return ORDERS.map(order => overOrder(one, other, order));
        }),
      ),
    );

  test.each([0.1, 1, 3])('bounds a choice of epsilon %d among three, whatever one unit moves', epsilon => {
    expect(worst(chosen, epsilon)).toBeLessThanOrEqual(amounts.number(choiceRho(amounts.written(epsilon)), 'up'));
  });

  test('does not hold for permute and flip, which costs `pureRho`', () => {
    expect(worst(flipped, 1)).toBeGreaterThan(0.125);
    expect(worst(flipped, 1)).toBeLessThanOrEqual(rho(1));
  });
});

test.each(['1e-9', '0.005', '0.02', '3'])('choiceEpsilon is the most that rho %s allows', written => {
  const rho = amounts.written(written);
  const epsilon = choiceEpsilon(rho);
  expect(amounts.fits(choiceRho(epsilon), rho)).toBe(true);
  expect(amounts.fits(choiceRho(amounts.plus(epsilon, amounts.written('1e-9'))), rho)).toBe(false);
});
