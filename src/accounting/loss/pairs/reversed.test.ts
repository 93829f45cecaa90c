import { expect, test } from 'vitest';
import { epsilons } from '../../../../test/support/loss-tables.ts';
import { massesOf } from '../../../../test/support/loss-tails.ts';
import { deltaOf, type LossPair } from '../pair.ts';
import { underCoin } from '../schemes/coin.ts';
import { atom, atomicPair } from './atoms.ts';
import { discreteGaussian } from './discrete.ts';
import { gaussian, gaussianMixture } from './gaussian.ts';
import { laplace } from './laplace.ts';
import { reversed } from './reversed.ts';

const pairs: Record<string, LossPair> = {
  gaussian: gaussian(0.7),
  laplace: laplace(1.3),
  mixture: gaussianMixture([
    { weight: 0.6, shift: 0 },
    { weight: 0.4, shift: 1 },
  ]),
  coin: underCoin(laplace(1.3), 0.3),
  atoms: atomicPair([atom(0.2, 0), atom(0.5, 0.3), atom(0.3, 0.3), atom(0, 0.4)]),
  discrete: discreteGaussian(1, 1, 1),
};

test.each(Object.entries(pairs))('%s: what was Q below -t is P above t', (_, pair) => {
  const back = reversed(pair);
  expect([back.lowest + pair.highest, back.highest + pair.lowest].map(x => (Number.isNaN(x) ? 0 : x))).toEqual([0, 0]);
  expect(back.infinite).toBeCloseTo(pair.minusInfinite, 13);
  expect(back.minusInfinite).toBeCloseTo(pair.infinite, 13);
  for (const t of [-Infinity, ...epsilons, pair.lowest, pair.highest, Infinity]) {
    expectClose(massesOf(back, 'upper', t), massesOf(pair, 'lower', -t).reverse());
    expectClose(massesOf(back, 'lower', t), massesOf(pair, 'upper', -t).reverse());
  }
});

const expectClose = (masses: readonly number[], others: readonly number[]): void =>
  masses.forEach((mass, i) => {
    expect(mass).toBeCloseTo(others[i], 14);
  });

/** The identity that ties the two directions together; a reversal that forgot to exchange P and Q breaks it. */
test.each(Object.entries(pairs))('%s: delta(e) = 1 - exp(e) + exp(e)·delta(-e) of the other direction', (_, pair) => {
  for (const epsilon of epsilons) {
    const odds = Math.exp(epsilon);
    const expected = 1 - odds + odds * deltaOf(reversed(pair), -epsilon).upper;
    expect(deltaOf(pair, epsilon).upper).toBeCloseTo(expected, 10);
  }
});
