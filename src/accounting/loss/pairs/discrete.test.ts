import { describe, expect, test } from 'vitest';
import {
  add,
  type Enclosure,
  exactly,
  expEnclosure,
  logOf,
  multiply,
  negate,
} from '../../../../test/support/enclosure.ts';
import { isTrue, massesOf } from '../../../../test/support/loss-tails.ts';
import { type Rational, rational } from '../../../numerics/index.ts';
import { underCoin } from '../schemes/coin.ts';
import { discreteGaussian, discreteLaplace } from './discrete.ts';
import { gaussian } from './gaussian.ts';
import { reversed } from './reversed.ts';

const of = rational.fromNumber;
const integers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The integers at which noise around `centre` and its unshifted twin are compared: a tail, by unnormalised weights. */
const logShare = (part: Enclosure[], whole: Enclosure): Enclosure =>
  add(logOf(part.reduce(add), 200), negate(logOf(whole, 200)));

describe('discreteLaplace', () => {
  /** exp(-parameter·n), and all such weights from n on. */
  const weight = (parameter: number, n: number): Enclosure =>
    expEnclosure(rational.mul(of(-parameter), of(Math.abs(n))), 250);
  const geometric = (parameter: number): Enclosure => {
    const { lower, upper } = expEnclosure(of(-parameter), 400);
    const sum = (x: Rational): Rational => rational.div(rational.one, rational.sub(rational.one, x));
    return { lower: sum(lower), upper: sum(upper) };
  };

  test.each([
    [1, 1],
    [0.3, 4],
    [2.5, 2],
    [1e-6, 7],
    [30, 3],
  ])('has a loss for every integer between the two centres: parameter %d, shift %i', (parameter, shift) => {
    const pair = discreteLaplace(parameter, shift);
    const open = geometric(parameter);
    const whole = add(multiply(open, exactly(rational.ratio(2n))), negate(exactly(rational.one)));
    for (const x of integers(0, shift - 1)) {
      // loss above that of x: all integers from x + 1 on
      const t = parameter * (2 * x + 1 - shift);
      const from = (centre: number): Enclosure[] => [
        ...integers(x + 1, shift - 1).map(y => weight(parameter, y - centre)),
        multiply(weight(parameter, shift - centre), open),
      ];
      const truth = { p: logShare(from(shift), whole), q: logShare(from(0), whole) };
      expect(isTrue(pair, 'upper', t, truth), `above ${t}`).toBe(true);
      expect(isTrue(discreteLaplace(parameter * (1 + 1e-6), shift), 'upper', t, truth), 'not with other noise').toBe(
        false,
      );
    }
    expect(pair.highest).toBeCloseTo(parameter * shift, 10);
    expect(massesOf(pair, 'upper', pair.highest)).toEqual([0, 0]);
  });

  test('a shift too wide to tabulate is refused', () => {
    expect(() => discreteLaplace(1, 2 ** 21)).toThrow(/Use laplace/);
  });
});

describe('discreteGaussian', () => {
  const weight = (sigma: number, x: number): Enclosure =>
    expEnclosure(rational.div(of(-x * x), rational.mul(rational.ratio(2n), rational.mul(of(sigma), of(sigma)))), 250);

  test.each([
    [1, 1],
    [0.3, 1],
    [2.2, 3],
  ])('has the sums of its weights as tails: sigma %d, shift %i', (sigma, shift) => {
    const pair = discreteGaussian(sigma, shift, 1);
    const far = Math.ceil(16 * sigma) + shift;
    const weights = (from: number, centre: number): Enclosure[] =>
      integers(from, far + centre).map(y => weight(sigma, y - centre));
    const whole = integers(-far, far)
      .map(y => weight(sigma, y))
      .reduce(add);
    for (const x of [-5, 0, 1, 4].map(z => Math.round(z * sigma))) {
      const t = ((x - 0.5 - shift / 2) * shift) / (sigma * sigma);
      const truth = { p: logShare(weights(x, shift), whole), q: logShare(weights(x, 0), whole) };
      expect(isTrue(pair, 'upper', t, truth), `above ${t}`).toBe(true);
      const other = discreteGaussian(sigma * (1 + 1e-6), shift, 1);
      if (x > shift) expect(isTrue(other, 'upper', t, truth), 'not with other noise').toBe(false);
    }
  });

  test('deep in the tail the stated error still holds', () => {
    const sigma = 1.7;
    const pair = discreteGaussian(sigma, 1, 1);
    const x = 60;
    const whole = integers(-30, 30)
      .map(y => weight(sigma, y))
      .reduce(add);
    const truth = {
      p: logShare(
        integers(x, 70).map(y => weight(sigma, y - 1)),
        whole,
      ),
      q: logShare(
        integers(x, 70).map(y => weight(sigma, y)),
        whole,
      ),
    };
    expect(isTrue(pair, 'upper', (x - 1) / sigma ** 2, truth)).toBe(true);
  });

  test('never has a largest loss, however it is turned or sampled', () => {
    const pair = discreteGaussian(1, 1, 1);
    for (const one of [pair, reversed(pair), underCoin(pair, 0.5)]) expect(one.highest).toBe(Infinity);
    expect([pair.lowest, reversed(pair).lowest]).toEqual([-Infinity, -Infinity]);
    expect(reversed(underCoin(pair, 0.5)).highest).toBeCloseTo(Math.LN2, 15);
  });

  test('is close to the Gaussian where that is smooth', () => {
    const [pair, smooth] = [discreteGaussian(50, 10, 1), gaussian(0.2)];
    for (const x of [-80, 0, 5, 60, 200]) {
      const t = ((x - 5) * 10) / 2500 + 1e-9;
      // the lattice point x stands for the interval up to x + 1/2
      const [p, q] = massesOf(smooth, 'upper', ((x + 0.5 - 5) * 10) / 2500);
      expect(massesOf(pair, 'upper', t)[0]).toBeCloseTo(p, 5);
      expect(massesOf(pair, 'upper', t)[1]).toBeCloseTo(q, 5);
    }
  });

  test('noise too wide to tabulate is refused', () => {
    expect(() => discreteGaussian(2 ** 15, 1, 1)).toThrow(/Use gaussian/);
  });
});
