/** Rules for concentrated sums that look right and are not, each with what it charges and what is lost, beside what is charged here. */
import { describe, expect, test } from 'vitest';
import { settledRho, worstMoment } from '../../../test/support/concentrated-game.ts';
import { settled, spending } from '../../../test/support/tree-spending.ts';
import { type Amount, amounts, type Spending, spendings } from '../../amounts/index.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { pureRho } from '../concentrated/index.ts';
import { increments } from './increments.ts';
import type { Derivation, Lineage } from './lineage.ts';
import { throughParts } from './part-rho.ts';
import { rootRho } from './root-rho.ts';
import type { TreeState } from './spending.ts';

const of = (...steps: readonly Derivation[]): Lineage => ({ relation: 'add-remove', steps });
const number = (amount: Amount): number => toNumber(amount, 'up');
/** The mean loss of randomized response. */
const lambda = (epsilon: number): number => epsilon * Math.tanh(epsilon / 2);
const chanceOf = (binomial: number, from: number): number =>
  Math.exp(logFactorial(from) - logFactorial(binomial) - logFactorial(from - binomial) - from * Math.LN2);
const logFactorials = [0];
function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push(logFactorials[i - 1] + Math.log(i));
  return logFactorials[n];
}

/** Asked one after the other: `increments` as if each were a question of its own, and the state afterwards. */
function chargedByIncrements(asked: readonly (readonly [Lineage, Spending])[]): number {
  let [state, sum]: [TreeState, number] = [new Map(), 0];
  for (const [lineage, cost] of asked) {
    const { root, nodes } = increments(lineage, state, cost);
    sum += number(pureRho(root.epsilon));
    state = settled(state, nodes);
  }
  return sum;
}

const sumOf = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0);
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe('increments of a price as if each were a question', () => {
  test('against what an older, looser price passed on: 0.0399 for 0.0497', () => {
    const ward = of({ kind: 'part', node: 'ward', split: { operator: 'partition', parts: ['a', 'b'] }, part: 'a' });
    const [first, second] = [spending(0.1, 0.2), spending(0.3, 0.6)];
    const looser: TreeState = new Map([
      ['["ward","a"]', { spent: first, passed: spendings.nothing }],
      ['ward', { spent: spendings.nothing, passed: spending(0.2, 0.4) }],
    ]);
    const passed = pureRho(rational.ratio(1n, 5n));
    const added = pureRho(increments(ward, looser, second).root.epsilon);
    const lost = lambda(0.1) + lambda(0.3);
    expect(number(amounts.plus(passed, added))).toBeCloseTo(0.0399, 4);
    expect(lost).toBeCloseTo(0.0497, 4);
    // what is charged looks at no price of before
    const own = [first, second].map(cost => rootRho(ward, looser, cost, pureRho(cost.epsilon)));
    expect(number(own.reduce(amounts.plus))).toBeGreaterThanOrEqual(lost);
  });

  test('on kept samples of a fixed size: 2.25 for 4.50', () => {
    const sample: Derivation = { kind: 'sample', node: 'hundred', sample: { operator: 'fixed-size', size: 100 } };
    // which answer only how many there are, and then a question that a replaced person moves twice as far as an added one
    const asked = [...times(100, spending(0.05, 0)), spending(2.5, 5)];
    expect(chargedByIncrements(asked.map(cost => [of(sample), cost]))).toBeCloseTo(2.25, 2);
    // one of 101 is left out, all of 100 are in: who is in place of whom is told by noise on -1, 0, 1 that is cut there
    const step = Math.exp(2.5);
    const rest = 1 / (step * (step + 1));
    const [low, middle, high] = [rest, 1 - rest - rest * step ** 2, rest * step ** 2];
    const laws = [
      [low, middle, high],
      [1 / (step + 1), (step - 1) / (step + 1), 1 / (step + 1)],
      [high, middle, low],
    ];
    for (const [i, j, cost] of [
      [0, 1, 2.5],
      [1, 2, 2.5],
      [0, 2, 5],
    ])
      laws[i].forEach((p, at) => {
        expect(Math.abs(Math.log(p / laws[j][at]))).toBeLessThanOrEqual(cost + 1e-12);
      });
    const drawn = laws[2].map((p, i) => (100 * p + laws[0][i]) / 101);
    const lost = drawn.reduce((sum, p, i) => sum + p * Math.log(p / laws[0][i]), 0);
    expect(lost).toBeCloseTo(4.5, 2);
    // what is kept needs a cap here, which is charged as a whole: the increments are never looked at
    expect(() => rootRho(of(sample), new Map(), asked[100])).toThrow(expect.objectContaining({ code: 'cap_needed' }));
    const capped = of({ ...sample, cap: spending(7.5, 5) });
    expect(number(rootRho(capped, new Map(), asked[100]))).toBe(0);
    expect(lambda(7.5)).toBeGreaterThan(lost);
  });

  test('the next answer alone may lose 1.444 where its increment is 0.044, and both together keep their sum', () => {
    const [others, first, second] = [10_000, 2, 0.05];
    const half = of({ kind: 'sample', node: 'half', sample: { operator: 'bernoulli', rate: 0.5 } });
    const hint = spending(first, 2 * first);
    const state = settled(new Map(), increments(half, new Map(), hint).nodes);
    const size = spending(second, 2 * second);
    expect(number(increments(half, state, size).root.epsilon)).toBeCloseTo(0.044, 3);

    const charged = rational.add(rootRho(half, new Map(), hint), rootRho(half, state, size));
    const told = toldOf(others, first, second);
    const rho = number(charged);
    const courses = told.map(([, one, other]) => ({ one, other, epsilon: first + second, rho }));
    expect(sumOf(courses.map(({ one }) => one))).toBeCloseTo(1, 9);
    const losses = [0, 1].flatMap(answer => {
      const given = told.filter(([first]) => first === answer);
      const before = sumOf(given.map(([, one]) => one)) / sumOf(given.map(([, , other]) => other));
      return given.map(([, one, other]) => Math.abs(Math.log(one / other / before)));
    });
    expect(Math.max(...losses)).toBeCloseTo(1.444, 3);
    expect(worstMoment(courses)).toBeLessThan(0);
  });
});

/**
 * Everything that may be told of others and one more person, half of them drawn: whether he is in or else more than half of the
 * others are, by randomized response, and then how many are in, with discrete Laplace noise. With him, and without.
 */
function toldOf(others: number, first: number, second: number): [answer: number, one: number, other: number][] {
  const [yes, decay, reach] = [1 / (1 + Math.exp(-first)), Math.exp(-second), 700];
  const middle = others / 2;
  const sizes = Array.from({ length: 2 * reach + 1 }, (_, i) => i + middle - reach);
  return [0, 1].flatMap(answer => {
    const weight = (isIn: boolean, drawn: number): number =>
      chanceOf(drawn, others) * ((isIn !== drawn > middle) === (answer === 1) ? yes : 1 - yes);
    const without = sizes.map(drawn => weight(false, drawn));
    const having = sizes.map((drawn, i) => (without[i] + weight(true, drawn - 1)) / 2);
    const [one, other] = [having, without].map(law => noisy(law, decay));
    return one.map((chance, i): [number, number, number] => [answer, chance, other[i]]);
  });
}

/** With noise of weights decay^|x| added; what lies beyond either end is told as that end. */
function noisy(law: readonly number[], decay: number): number[] {
  const [up, down] = [law, law.toReversed()].map(weights => {
    let sum = 0;
    return weights.map(weight => {
      sum = sum * decay + weight;
      return sum;
    });
  });
  const last = law.length - 1;
  return law.map((weight, i) => {
    const near = up[i] + down[last - i] - weight;
    return (i === 0 || i === last ? near / (1 - decay) : near) * ((1 - decay) / (1 + decay));
  });
}

test('one split by a key over five states of the data: charged 1, 0, 0, 0, 0 for 5', () => {
  const wards = ['a', 'b', 'c', 'd', 'e'];
  const one = spending(1, 2);
  const rho = pureRho(one.epsilon);
  const chargesOf = (nodeIn: (state: number) => string): [epsilon: number, rho: number][] => {
    let state: TreeState = new Map();
    // everybody moves on by a ward from state to state, and is asked about where he is
    return wards.map((part, i) => {
      const lineage = of({ kind: 'part', node: nodeIn(i), split: { operator: 'partition', parts: wards }, part });
      const [pure, concentrated] = [increments(lineage, state, one), throughParts(lineage, state, rho)];
      state = settledRho(settled(state, pure.nodes), concentrated);
      return [number(pure.root.epsilon), number(concentrated.root)];
    });
  };
  const once = lambda(1);
  const sums = (charges: readonly (readonly number[])[]) =>
    charges.reduce(([epsilon, rho], next) => [epsilon + next[0], rho + next[1]], [0, 0]);
  expect(chargesOf(() => 'ward').map(([epsilon]) => epsilon)).toEqual([1, 0, 0, 0, 0]);
  expect(sums(chargesOf(() => 'ward'))[1]).toBeCloseTo(once, 14);
  const [epsilon, whole] = sums(chargesOf(state => `ward in ${state}`));
  expect(epsilon).toBe(5);
  expect(whole).toBeCloseTo(5 * once, 13);
});
