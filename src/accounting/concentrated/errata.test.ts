/** Rules for one sum of concentrated privacy that look right and are not: what each allows, and what is lost. */
import { describe, expect, test } from 'vitest';
import { amounts } from '../../amounts/index.ts';
import { filterLimits, fittingSide } from './filter.ts';
import { choiceRho, pureRho } from './pure-rho.ts';

/** What one mechanism may tell: with which chance on the data that are hoped for, and with which loss. */
type Law = readonly (readonly [chance: number, loss: number])[];

const moment = (law: Law, order: number): number =>
  law.reduce((sum, [chance, loss]) => sum + chance * Math.exp((order - 1) * loss), 0);
/** The Renyi divergence; at order 1 the mean of the loss. */
const divergence = (law: Law, order: number): number =>
  order === 1
    ? law.reduce((sum, [chance, loss]) => sum + chance * loss, 0)
    : Math.log(moment(law, order)) / (order - 1);
/** The other outcome, such that chances on the other data add up to 1. */
const orElse = (chance: number, loss: number): Law => [
  [chance, loss],
  [1 - chance, Math.log((1 - chance) / (1 - chance * Math.exp(-loss)))],
];

test('half the square of a total that depends on the answers: 0.012125 for 0.012340', () => {
  const response = (epsilon: number): number => 1 / (1 + Math.exp(-epsilon));
  const yes = response(0.1);
  // after -0.1 it goes on, until the loss in all is 0.2 or -0.2
  const up = Math.expm1(0.1) / (Math.exp(0.1) - Math.exp(-0.3));
  const lost = divergence(
    [
      [yes, 0.1],
      [(1 - yes) * up, 0.2],
      [(1 - yes) * (1 - up), -0.2],
    ],
    1,
  );
  expect(lost).toBeCloseTo(0.01234, 6);
  expect((yes * 0.1 ** 2) / 2 + ((1 - yes) * 0.2 ** 2) / 2).toBeCloseTo(0.012125, 6);
  // the sum of rho counts both answers for what each of them may lose
  const rho = (epsilon: number): number => amounts.number(pureRho(amounts.written(epsilon)), 'up');
  expect(rho(0.1) + (1 - yes) * rho(0.3)).toBeGreaterThan(lost);
});

test('going on while some order of Renyi is alive, each with the whole delta: 1.870e-3 for 1e-3', () => {
  const [epsilon, delta, rare] = [8, 1e-3, 0.018];
  /** What divergences of an order may add up to, by the tight conversion to delta. */
  const limit = (order: number): number =>
    epsilon + (Math.log(delta * order) - (order - 1) * Math.log1p(-1 / order)) / (order - 1);
  const first = orElse(rare, 1);
  /** The most of delta that is left for an order after a loss: one outcome, as rare as its divergence asks, that exceeds epsilon. */
  const tight = (order: number, before: number): Law => {
    const loss = epsilon - before + Math.log(order / (order - 1));
    const left = Math.exp((order - 1) * (limit(order) - divergence(first, order)));
    return orElse((left - 1) / (Math.exp((order - 1) * loss) - 1), loss);
  };
  const ways = first.map(([chance, before], i) => ({ chance, before, following: tight([16, 2][i], before) }));
  for (const [i, order] of [16, 2].entries())
    expect(divergence(first, order) + divergence(ways[i].following, order)).toBeLessThanOrEqual(limit(order));
  const lost = ways
    .flatMap(({ chance, before, following }) => following.map(([next, loss]) => [chance * next, before + loss]))
    .reduce((sum, [chance, loss]) => sum + chance * Math.max(0, -Math.expm1(epsilon - loss)), 0);
  expect(lost).toBeCloseTo(1.87e-3, 5);

  // a rho holds at every order at once, and both ways are refused under the same promise
  const limits = filterLimits(amounts.written(epsilon), amounts.written(delta), amounts.none);
  const orders = Array.from({ length: 400 }, (_, i) => 1.01 + i / 10);
  const rhoOf = (law: Law): number => Math.max(...orders.map(order => divergence(law, order) / order));
  for (const { following } of ways)
    expect(
      fittingSide(
        { epsilon: null, rho: amounts.written(rhoOf(first) + rhoOf(following)), delta: amounts.none },
        limits,
      ),
    ).toBeUndefined();
});

describe('an eighth of the square for permute and flip: 0.125 for 0.327', () => {
  /** The better of two candidates is told unless the worse one is asked first, and keeps its chance. */
  const told = (epsilon: number, miss: number): readonly number[] => {
    const worse = Math.exp((-epsilon * Math.abs(miss)) / 2) / 2;
    return miss >= 0 ? [1 - worse, worse] : [worse, 1 - worse];
  };
  /** One unit moves each miss by 1 at most, and so their difference by 2. */
  const meanLoss = (before: number, after: number): number => {
    const [one, other] = [told(1, before), told(1, after)];
    return one.reduce((sum, p, i) => sum + p * Math.log(p / other[i]), 0);
  };

  test.each([
    ['whole misses', 1, 0.327],
    ['any misses', 0.01, 0.33],
  ])('%s', (_, step, most) => {
    const gaps = Array.from({ length: 8 / step + 1 }, (_, i) => i * step - 4);
    const lost = Math.max(...gaps.flatMap(gap => [-2, -1, 0, 1, 2].map(move => meanLoss(gap, gap + move))));
    expect(lost).toBeCloseTo(most, 3);
    expect(lost).toBeGreaterThan(amounts.number(choiceRho(amounts.written(1)), 'up'));
    expect(lost).toBeLessThanOrEqual(amounts.number(pureRho(amounts.written(1)), 'down'));
  });
});
