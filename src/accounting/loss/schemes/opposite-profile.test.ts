import { expect, test } from 'vitest';
import { deltaOf, type LossPair } from '../pair.ts';
import { gaussian } from '../pairs/gaussian.ts';
import { worstPair } from '../pairs/guarantee.ts';
import { laplace } from '../pairs/laplace.ts';
import { pairAbove, pairBelow } from './opposite-profile.ts';

const pairs: [string, LossPair, number[], number][] = [
  ['gaussian', gaussian(0.8), [0, 0.1, 0.3, 0.6, 1, 1.5, 2, 3, 4], 0],
  ['laplace', laplace(0.5), [0, 0.05, 0.2, 0.4, 0.5], 0],
  [
    'a guarantee',
    worstPair({ epsilon: 0.3, delta: 0.01 }, 2),
    [0, 0.1, 0.25, 0.5, 0.6],
    worstPair({ epsilon: 0.3, delta: 0.01 }, 2).infinite,
  ],
];

const everywhere = Array.from({ length: 161 }, (_, i) => (i - 80) / 16);

test.each(pairs)('pairAbove and pairBelow: %s lies between them at every epsilon', (_, pair, epsilons, infinite) => {
  // what is known of each point may be much, or next to nothing
  for (const doubt of [0, 1e-3, 0.3]) {
    const points = epsilons.map((epsilon, i) => {
      const { lower, upper } = deltaOf(pair, epsilon);
      const share = i % 2 === 0 ? doubt : 0;
      return { epsilon, lower: Math.max(infinite, lower * (1 - share)), upper: Math.min(1, upper * (1 + share)) };
    });
    const [above, below] = [pairAbove(points), pairBelow(points, infinite)];
    for (const epsilon of everywhere) {
      const { lower, upper } = deltaOf(pair, epsilon);
      expect(deltaOf(above, epsilon).upper, `above ${epsilon}`).toBeGreaterThanOrEqual(lower * (1 - 1e-12));
      expect(deltaOf(below, epsilon).lower, `below ${epsilon}`).toBeLessThanOrEqual(upper * (1 + 1e-12) + 1e-15);
    }
    for (const made of [above, below])
      expect(deltaOf(made, -40).upper, 'no more mass than there is').toBeLessThanOrEqual(1);
  }
});

test('the closer the points, the closer the pairs', () => {
  const pair = gaussian(0.8);
  const gap = (count: number): number => {
    const points = Array.from({ length: count }, (_, i) => {
      const epsilon = (4 * i) / (count - 1);
      return { epsilon, ...deltaOf(pair, epsilon) };
    });
    const [above, below] = [pairAbove(points), pairBelow(points, 0)];
    return Math.max(
      ...everywhere.filter(e => Math.abs(e) < 3).map(e => deltaOf(above, e).upper - deltaOf(below, e).lower),
    );
  };
  expect(gap(17)).toBeLessThan(0.02);
  expect(gap(65)).toBeLessThan(gap(17) / 8);
});
