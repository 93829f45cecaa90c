import { describe, expect, test } from 'vitest';
import { coins, type Part } from '../../../test/support/stability-lottery.ts';
import { costs } from '../../../test/support/stability-neighbours.ts';
import { worstPrice } from '../../../test/support/stability-price.ts';
import { bernoulli } from './bernoulli.ts';
import { stratified } from './stratified.ts';

const strata = ['a', 'b', 'c'];

describe('stratified', () => {
  test.each([
    [0.1, 0.5, 0.9],
    [0, 0.3, 0.3],
    [0.2, 1, 0.7],
  ])('is the worst pair of strata: rates %d, %d, %d', (...rates) => {
    const drawn = coins(unit => rates[strata.indexOf(unit[0])]);
    const others = ['a1', 'b1'];
    const adding = strata.map((stratum): [Part, Part] => [others, [...others, `${stratum}x`]]);
    const moving = strata.flatMap(from =>
      strata.map((to): [Part, Part] => [
        [...others, `${from}x`],
        [...others, `${to}y`],
      ]),
    );
    for (const cost of costs) {
      const price = stratified({ rates }, cost);
      expect(worstPrice(drawn, adding, [cost])).toBeCloseTo(price.epsilon, 7);
      expect(worstPrice(drawn, moving, [cost])).toBeCloseTo(price.replace, 7);
    }
  });

  test('of one rate is a Bernoulli sample', () => {
    for (const cost of costs) {
      const [one, plain] = [stratified({ rates: [0.3] }, cost), bernoulli({ rate: 0.3 }, cost)];
      expect(one.epsilon).toBe(plain.epsilon);
      expect(one.replace).toBeCloseTo(plain.replace, 14);
    }
  });

  test('keeps its digits for close rates and stays finite for huge epsilon', () => {
    const rates = [0.3, 0.3 + 1e-12];
    // to first order in a tiny e with r = 0: the difference of the rates times e
    const { replace } = stratified({ rates }, { epsilon: 1e-6, replace: 0 });
    expect(replace / (1e-6 * (rates[1] - rates[0]))).toBeCloseTo(1, 5);
    expect(stratified({ rates }, { epsilon: 1e4, replace: 1.5e4 }).replace).toBe(1.5e4);
  });

  test('refuses rates out of range, no rates, and rates from the data', () => {
    const cost = { epsilon: 1, replace: 2 };
    expect(() => stratified({ rates: [0.5, Number.NaN] }, cost)).toThrow(/from 0 to 1/);
    expect(() => stratified({ rates: [] }, cost)).toThrow(/At least one rate/);
  });
});
