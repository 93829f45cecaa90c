import { describe, expect, test } from 'vitest';
import { expEnclosure, log1pEnclosure, logEnclosure } from '../../test/support/enclosure.ts';
import { log1mExp, logAddExp, logSubExp, logSumExp } from './log-space.ts';
import * as rational from './rational.ts';
import { toNumber } from './rational-number.ts';

const exp = (x: number): rational.Rational => expEnclosure(rational.fromNumber(x), 200).lower;
const relative = (value: number, truth: number): number => Math.abs(value - truth) / Math.abs(truth);

describe('log1mExp', () => {
  test.each([-1e-300, -1e-17, -1e-8, -0.1, -0.6, -Math.LN2, -0.7, -1, -10, -40, -700])(
    'of %d keeps its relative accuracy',
    x => {
      const truth = toNumber(log1mExpTruth(x), 'nearest');
      expect(relative(log1mExp(x), truth)).toBeLessThan(2 ** -50);
    },
  );

  /** Near 0, log(-expm1(x)); elsewhere log1p(-exp(x)), each exactly enough. */
  function log1mExpTruth(x: number): rational.Rational {
    if (x > -1e-9) {
      const r = rational.fromNumber(-x); // 1 - exp(-r) = r·(1 - r/2 + r²/6 ...)
      const factor = rational.sub(rational.one, rational.div(r, rational.ratio(2n)));
      return logEnclosure(rational.mul(r, factor)).lower;
    }
    return log1pEnclosure(rational.negate(exp(x)), 160).lower;
  }

  test('ends', () => {
    expect([log1mExp(0), log1mExp(-Infinity) + 0]).toEqual([-Infinity, 0]);
    expect([log1mExp(1), log1mExp(Number.NaN)]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('differences', () => {
  test.each([
    [0, -1],
    [-1, -1.5],
    [-700, -710],
    [3, -40],
    [-0.2, -0.200001],
  ])('of exp %d and exp %d', (a, b) => {
    const truth = toNumber(logEnclosure(rational.sub(exp(a), exp(b))).lower, 'nearest');
    // the distance of the two is exact; what is left is one rounding of each logarithm
    expect(Math.abs(logSubExp(a, b) - truth)).toBeLessThan(2 ** -50 * Math.max(Math.abs(a), Math.abs(truth), 1));
  });

  test('zero, infinity, and the wrong way round', () => {
    expect([logSubExp(-3, -3), logSubExp(-Infinity, -Infinity), logSubExp(-4, -3)]).toEqual([
      -Infinity,
      -Infinity,
      -Infinity,
    ]);
    expect([logSubExp(-3, -Infinity), logSubExp(-1e6, -2e6)]).toEqual([-3, -1e6]);
    expect([logSubExp(Number.NaN, 0), logSubExp(0, Number.NaN)]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('sums', () => {
  test.each([
    [0, 0],
    [-1, -1.5],
    [-700, -710],
    [3, -40],
    [-0.2, -1.7],
  ])('of exp %d and exp %d', (a, b) => {
    const truth = toNumber(logEnclosure(rational.add(exp(a), exp(b))).lower, 'nearest');
    const error = 2 ** -51 * Math.max(Math.abs(a), Math.abs(b), 1);
    expect(Math.abs(logAddExp(a, b) - truth)).toBeLessThan(error);
    expect(logAddExp(b, a)).toBe(logAddExp(a, b));
    expect(Math.abs(logSumExp([a, b, -Infinity]) - truth)).toBeLessThan(error);
  });

  test('beyond the doubles: only the differences count', () => {
    expect(logAddExp(-1e6, -1e6)).toBeCloseTo(-1e6 + Math.LN2, 9);
    expect(logSumExp(new Float64Array(1000).fill(-5000))).toBeCloseTo(-5000 + Math.log(1000), 9);
  });

  test('zero and infinity', () => {
    expect([logAddExp(-Infinity, -Infinity), logAddExp(-Infinity, -3), logAddExp(Infinity, 1)]).toEqual([
      -Infinity,
      -3,
      Infinity,
    ]);
    expect([logSumExp([]), logSumExp([-Infinity]), logSumExp([Infinity, 0])]).toEqual([-Infinity, -Infinity, Infinity]);
    expect([logAddExp(Number.NaN, 0), logSumExp([0, Number.NaN])]).toEqual([Number.NaN, Number.NaN]);
    expect([logAddExp(Number.NaN, Infinity), logSumExp([Number.NaN, Infinity])]).toEqual([Number.NaN, Number.NaN]);
  });
});
