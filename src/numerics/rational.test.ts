import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { power } from '../../test/support/rational-power.ts';
import { nextDown, nextUp } from './neighbours.ts';
import { add, compare, div, equals, fromDecimal, fromNumber, mul, negate, one, ratio, sub, zero } from './rational.ts';
import { toNumber } from './rational-number.ts';

const anyRational = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 30n }))
  .map(([n, d]) => ratio(n, d));
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
const fixed = { seed: 4, numRuns: 500 };

describe('arithmetic', () => {
  test('numbers are frozen, in lowest terms, with a positive denominator', () => {
    expect(ratio(6n, -4n)).toEqual({ numerator: -3n, denominator: 2n });
    expect(ratio(0n, -7n)).toEqual(zero);
    expect(Object.isFrozen(ratio(1n, 3n))).toBe(true);
    expect(() => ratio(1n, 0n)).toThrow('denominator');
    expect(() => div(one, zero)).toThrow('denominator');
  });

  test('a field: what is added is taken away, what is multiplied is divided', () =>
    fc.assert(
      fc.property(anyRational, anyRational, anyRational, (a, b, c) => {
        expect(equals(sub(add(a, b), b), a)).toBe(true);
        expect(equals(mul(a, add(b, c)), add(mul(a, b), mul(a, c)))).toBe(true);
        if (b.numerator !== 0n) expect(equals(div(mul(a, b), b), a)).toBe(true);
        expect(compare(a, b)).toBe(-compare(b, a) + 0);
        expect(compare(add(a, one), a)).toBe(1);
        expect(equals(negate(negate(a)), a)).toBe(true);
      }),
      fixed,
    ));

  test('powers, also negative and none', () => {
    expect(power(ratio(-2n, 3n), 3)).toEqual(ratio(-8n, 27n));
    expect(power(ratio(-2n, 3n), -3)).toEqual(ratio(-27n, 8n));
    expect(power(zero, 0)).toEqual(one);
  });
});

describe('from text and numbers', () => {
  test('decimals are exact: three tenths make 0.3', () => {
    const tenth = fromDecimal('0.1');
    expect(add(tenth, add(tenth, tenth))).toEqual(fromDecimal('0.3'));
    expect(fromDecimal('-2.50e-1')).toEqual(ratio(-1n, 4n));
    expect(fromDecimal('+12E2')).toEqual(ratio(1200n));
  });

  test.each(['', '.', '1.', '.5', '1e', '0x10', '1_000', 'NaN', 'Infinity', ' 1', '1e99999', '1,5'])(
    'refuses %j',
    text => expect(() => fromDecimal(text)).toThrow(expect.objectContaining({ code: 'value_out_of_range' })),
  );

  test.each([Number.NaN, Infinity, -Infinity])('refuses %d', x =>
    expect(() => fromNumber(x)).toThrow(expect.objectContaining({ code: 'value_out_of_range' })),
  );

  test('a double is the integer of its significand, scaled', () => {
    expect(fromNumber(0.1)).toEqual(ratio(3602879701896397n, 2n ** 55n));
    expect(fromNumber(5e-324)).toEqual(ratio(1n, 2n ** 1074n));
    expect(fromNumber(-Number.MAX_VALUE)).toEqual(ratio(-(2n ** 53n - 1n) * 2n ** 971n));
  });

  test('every double comes back, whatever the direction', () =>
    fc.assert(
      fc.property(anyDouble, x => {
        for (const direction of ['up', 'down', 'nearest'] as const)
          expect(toNumber(fromNumber(x), direction)).toBe(x + 0);
      }),
      { seed: 5, numRuns: 3000 },
    ));
});

describe('to the nearest double', () => {
  test('between two doubles: up, down, and the nearer one, ties to even', () =>
    fc.assert(
      fc.property(anyDouble, fc.integer({ min: 1, max: 7 }), (x, eighths) => {
        fc.pre(nextUp(x) < Infinity);
        const [low, high] = [fromNumber(x), fromNumber(nextUp(x))];
        const truth = add(low, mul(sub(high, low), ratio(BigInt(eighths), 8n)));
        expect(toNumber(truth, 'down')).toBe(x + 0);
        expect(toNumber(truth, 'up') + 0).toBe(nextUp(x) + 0);
        const even = low.numerator === 0n || isEven(x) ? x : nextUp(x);
        expect(toNumber(truth, 'nearest') + 0).toBe((eighths === 4 ? even : eighths < 4 ? x : nextUp(x)) + 0);
      }),
      { seed: 6, numRuns: 3000 },
    ));

  test('the ends of the range', () => {
    const huge = ratio(10n ** 400n);
    expect([toNumber(huge, 'up'), toNumber(huge, 'down')]).toEqual([Infinity, Number.MAX_VALUE]);
    expect([toNumber(negate(huge), 'up'), toNumber(negate(huge), 'nearest')]).toEqual([-Number.MAX_VALUE, -Infinity]);
    const tiny = ratio(1n, 10n ** 400n);
    expect([toNumber(tiny, 'up'), toNumber(tiny, 'down'), toNumber(tiny, 'nearest')]).toEqual([5e-324, 0, 0]);
    expect(toNumber(ratio(2n ** 1024n - 2n ** 970n), 'nearest')).toBe(Infinity);
    expect(toNumber(ratio(2n ** 1024n - 2n ** 970n - 1n), 'nearest')).toBe(Number.MAX_VALUE);
    expect(nextDown(toNumber(ratio(1n, 3n), 'up'))).toBe(toNumber(ratio(1n, 3n), 'down'));
  });
});

const isEven = (x: number): boolean => new BigUint64Array(new Float64Array([x]).buffer)[0] % 2n === 0n;
