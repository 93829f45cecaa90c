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
import { laplaceUpperTail } from '../../../numerics/laplace.ts';
import { deltaOf } from '../pair.ts';
import { laplace, laplaceMixtures } from './laplace.ts';

const of = rational.fromNumber;
const half = rational.ratio(1n, 2n);

/** Mass of Laplace noise around `centre` above x. */
function above(x: Rational, centre: Rational): Enclosure {
  const z = rational.sub(x, centre);
  if (z.numerator >= 0n) return multiply(exactly(half), expEnclosure(rational.negate(z), 200));
  return add(exactly(rational.one), negate(multiply(exactly(half), expEnclosure(z, 200))));
}

const rest = (mass: Enclosure): Enclosure => add(exactly(rational.one), negate(mass));

test.each([0.001, 0.5, 1, 3, 40])('the loss of Laplace noise is cut at both ends: shift %d', shift => {
  const pair = laplace(shift);
  for (const share of [-1, -0.75, -0.2, 0, 0.1, 0.5, 0.9375]) {
    const t = share * shift;
    // inside, the loss is 2x - shift: at and below 0 the lowest, at and beyond the shift the highest
    const x = rational.mul(half, rational.add(of(t), of(shift)));
    const [p, q] = [above(x, of(shift)), above(x, rational.zero)];
    expect(isTrue(pair, 'upper', t, { p: logOf(p), q: logOf(q) }), `above ${t}`).toBe(true);
    if (share > -1) {
      const below = { p: logOf(rest(p)), q: logOf(rest(q)) };
      expect(isTrue(pair, 'lower', t, below), `below ${t}`).toBe(true);
      expect(isTrue(pair, 'lower', t - 1e-6 * shift, below), 'not at another loss').toBe(false);
    }
  }
});

test('an atom of one half at either end', () => {
  const pair = laplace(1);
  expect(massesOf(pair, 'upper', -1 - 1e-9)).toEqual([1, 1]);
  expect(massesOf(pair, 'upper', -1)[1]).toBeCloseTo(0.5, 15);
  expect(massesOf(pair, 'lower', -1)).toEqual([0, 0]);
  expect(massesOf(pair, 'lower', 1)[0]).toBeCloseTo(0.5, 15);
  expect(massesOf(pair, 'upper', 1)).toEqual([0, 0]);
  expect(massesOf(pair, 'lower', 1 + 1e-9)).toEqual([1, 1]);
  expect([pair.lowest, pair.highest, pair.infinite, pair.minusInfinite]).toEqual([-1, 1, 0, 0]);
  expect([massesOf(pair, 'upper', -Infinity), massesOf(pair, 'lower', Infinity)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test('delta is 1 - exp((epsilon - shift)/2)', () => {
  for (const [shift, epsilon] of [
    [1, 0],
    [1, 0.5],
    [3, 2.9],
    [0.2, 0.1],
  ]) {
    const { lower, upper } = deltaOf(laplace(shift), epsilon);
    const truth = -Math.expm1((epsilon - shift) / 2);
    expect(lower).toBeLessThanOrEqual(truth);
    expect(upper).toBeGreaterThanOrEqual(truth);
    expect(upper - lower).toBeLessThan(1e-13);
  }
  expect(deltaOf(laplace(1), 1).upper).toBe(0);
});

describe('laplaceMixtures', () => {
  test('of one law each is the plain pair, wherever both lie', () => {
    for (const [from, to] of [
      [0, 1.3],
      [-2, 5],
      [1, 1e3],
    ]) {
      const [pair, plain] = [
        laplaceMixtures([{ weight: 1, shift: to }], [{ weight: 1, shift: from }]),
        laplace(to - from),
      ];
      expect([pair.lowest, pair.highest]).toEqual([plain.lowest, plain.highest]);
      for (const epsilon of [-0.9, -0.2, 0, 0.3, 1.1])
        expect(deltaOf(pair, epsilon).upper).toBeCloseTo(deltaOf(plain, epsilon).upper, 11);
    }
  });

  test('many laws, far apart: no half-line tells more, and one tells as much', () => {
    const first = Array.from({ length: 40 }, (_, k) => ({ weight: 2 ** -(k + 1) / (1 - 2 ** -40), shift: 3 * k }));
    const pair = laplaceMixtures(first, [{ weight: 1, shift: 0 }]);
    for (const epsilon of [-0.5, 0, 0.2, 1, 5, 30]) {
      const told = (x: number): number =>
        first.reduce((sum, { weight, shift }) => sum + weight * laplaceUpperTail(x - shift, 1), 0) -
        Math.exp(epsilon) * laplaceUpperTail(x, 1);
      let most = 0;
      for (let x = -20; x < 150; x += 0.002) most = Math.max(most, told(x));
      const { lower, upper } = deltaOf(pair, epsilon);
      expect(most).toBeLessThanOrEqual(upper + 1e-15);
      expect(lower).toBeLessThanOrEqual(most + 1e-5);
    }
  });
});
