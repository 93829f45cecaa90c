import { describe, expect, test } from 'vitest';
import { epsilons, hockeyStick, type Table } from '../../../../test/support/loss-tables.ts';
import { massesOf } from '../../../../test/support/loss-tails.ts';
import { deltaOf } from '../pair.ts';
import { atom, atomicPair } from '../pairs/atoms.ts';
import { gaussian } from '../pairs/gaussian.ts';
import { laplace } from '../pairs/laplace.ts';
import { reversed } from '../pairs/reversed.ts';
import { underCoin } from './coin.ts';
import { labelled, symmetric } from './symmetric.ts';

const halves = {
  laplace: underCoin(laplace(1.2), 0.4),
  gaussian: underCoin(gaussian(0.8), 0.2),
  certain: underCoin(gaussian(9), 0.999),
  table: underCoin(atomicPair([atom(0.2, 0), atom(0.5, 0.4), atom(0.3, 0.6)]), 0.5),
};

describe('symmetric', () => {
  test.each(Object.entries(halves))('%s: its own half above 0, the mirror image below', (_, half) => {
    const pair = symmetric(half);
    for (const epsilon of epsilons.filter(e => e >= 0)) {
      expect(deltaOf(pair, epsilon)).toEqual(deltaOf(half, epsilon));
      const odds = Math.exp(-epsilon);
      expect(deltaOf(pair, -epsilon).upper).toBeCloseTo(1 - odds + odds * deltaOf(half, epsilon).upper, 12);
      expect(deltaOf(reversed(pair), epsilon).upper).toBeCloseTo(deltaOf(half, epsilon).upper, 12);
    }
  });

  test.each(Object.entries(halves))('%s: what lies above t and what does not make up the whole', (_, half) => {
    const pair = symmetric(half);
    // no outcome has exactly one of these losses
    for (const t of [-2.01, -0.31, -0.013, 0.013, 0.31, 2.01]) {
      const [above, below] = [massesOf(pair, 'upper', t), massesOf(pair, 'lower', t)];
      expect(above[0] + below[0]).toBeCloseTo(1, 13);
      expect(above[1] + below[1]).toBeCloseTo(1, 13);
      const [p, q] = massesOf(pair, 'lower', -t);
      expect(above[0]).toBe(q);
      expect(above[1]).toBe(p);
    }
  });

  test('the rest has loss 0, and an outcome belongs neither above nor below its own loss', () => {
    const half = underCoin(atomicPair([atom(0.75, 0.25), atom(0.25, 0.75)]), 0.5);
    const pair = symmetric(half);
    // P is 1/2 against 1/4, and Q the same the other way round
    expect(massesOf(pair, 'upper', 0)).toEqual([expect.closeTo(0.5, 14), expect.closeTo(0.25, 14)]);
    expect(massesOf(pair, 'lower', 0)).toEqual([expect.closeTo(0.25, 14), expect.closeTo(0.5, 14)]);
    expect(massesOf(pair, 'upper', -half.highest)[0]).toBeCloseTo(0.75, 14);
    expect(massesOf(pair, 'lower', half.highest)[0]).toBeCloseTo(0.5, 14);
    expect(massesOf(pair, 'upper', half.highest)).toEqual([0, 0]);
    expect(massesOf(pair, 'lower', -half.highest)).toEqual([0, 0]);
  });

  test('a rare mirror image keeps its digits', () => {
    const pair = symmetric(halves.certain);
    // P of the mirrored half is Q of the half: nearly all of P lies above, and 1 minus it would have no digits left
    const [, q] = massesOf(pair, 'upper', -1);
    expect(q / massesOf(halves.certain, 'lower', 1)[0]).toBeCloseTo(1, 12);
    expect(q).toBeLessThan(2e-3);
  });
});

describe('labelled', () => {
  const parts: readonly [number, Table][] = [
    [
      0.3,
      [
        [0.9, 0.1],
        [0.1, 0.9],
      ],
    ],
    [
      0.7,
      [
        [0.5, 0.6],
        [0.5, 0],
        [0, 0.4],
      ],
    ],
  ];
  const pair = labelled(
    parts.map(([weight, table]) => ({ weight, pair: atomicPair(table.map(([p, q]) => atom(p, q))) })),
  );

  test('is the table in which every outcome carries its label', () => {
    const whole: Table = parts.flatMap(([weight, table]) => table.map(([p, q]) => [weight * p, weight * q] as const));
    for (const epsilon of epsilons) {
      expect(deltaOf(pair, epsilon).upper).toBeCloseTo(hockeyStick(whole, epsilon), 13);
      const [above, below] = [massesOf(pair, 'upper', epsilon), massesOf(pair, 'lower', epsilon)];
      expect(above[0] + below[0]).toBeCloseTo(1, 13);
    }
    expect([pair.infinite, pair.minusInfinite]).toEqual([expect.closeTo(0.35, 13), expect.closeTo(0.28, 13)]);
    expect(pair.highest).toBeCloseTo(Math.log(9), 14);
  });

  test('reveals at least as much as the mixture that hides the labels', () => {
    const hidden: Table = [0, 1, 2].map(outcome => {
      const mass = (side: 0 | 1): number =>
        parts.reduce((sum, [weight, table]) => sum + weight * (table[outcome]?.[side] ?? 0), 0);
      return [mass(0), mass(1)];
    });
    for (const epsilon of epsilons)
      expect(hockeyStick(hidden, epsilon)).toBeLessThan(deltaOf(pair, epsilon).upper + 1e-15);
    expect(hockeyStick(hidden, 0)).toBeLessThan(deltaOf(pair, 0).lower);
  });
});
