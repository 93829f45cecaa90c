import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rational } from '../numerics/index.ts';
import { type Amount, exact, fits, left, none, number, plus, rounded, text, written } from './amount.ts';

const digits = fc.bigInt({ min: 0n, max: 10n ** 60n });
const decimals = fc
  .tuple(digits, fc.nat(80))
  .map(([whole, places]): Amount => rational.ratio(whole, 10n ** BigInt(places)));
const doubles = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
const places = fc.nat(40);
const readAsDecimal = (x: number): Amount => rational.fromDecimal(String(x));

test('0.1 three times is 0.3, as text and as the number that JSON makes of it', () => {
  for (const tenth of [written('0.1'), written(0.1)]) expect(plus(plus(tenth, tenth), tenth)).toEqual(written('0.3'));
  expect(plus(exact(0.1), plus(exact(0.1), exact(0.1)))).not.toEqual(written('0.3'));
});

test.each([
  ['0', '0'],
  ['0.10', '0.1'],
  ['2.5e-7', '0.00000025'],
  ['12e3', '12000'],
  ['1e-6', '0.000001'],
  [1e-7, '0.0000001'],
  [1e21, '1000000000000000000000'],
  [-0, '0'],
  [5e-324, `0.${'0'.repeat(323)}5`],
])('%s is written %s', (decimal, plain) => expect(text(written(decimal))).toBe(plain));

test.each([Number.NaN, Infinity, -Infinity, -1, '-0.1', 'NaN', '', '0x1', '1,5', ' 1'])('%s is no amount', bad => {
  expect(() => written(bad)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
  if (typeof bad === 'number') {
    expect(() => exact(bad)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
    expect(() => rounded(bad, 3, 'up')).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
  }
});

test('what is no amount is not written', () => {
  expect(() => text(rational.ratio(-1n, 10n))).toThrow('never negative');
  expect(() => text(rational.ratio(1n, 3n))).toThrow('is a decimal');
});

describe('laws', () => {
  const law = <T>(values: fc.Arbitrary<T>, holds: (value: T) => void): void =>
    fc.assert(
      fc.property(values, value => {
        holds(value);
      }),
    );

  test('text and back is the same amount, without exponent or spare digits', () =>
    law(decimals, value => {
      expect(written(text(value))).toEqual(value);
      expect(text(value)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
    }));

  test('a double is taken exactly', () =>
    law(doubles, x => {
      expect(Number(text(exact(x)))).toBe(x);
      expect(exact(x).denominator & (exact(x).denominator - 1n)).toBe(0n);
    }));

  test('rounding brackets a double within one unit of the last decimal', () =>
    law(fc.tuple(doubles, places), ([x, decimals]) => {
      const [below, above] = [rounded(x, decimals, 'down'), rounded(x, decimals, 'up')];
      expect(fits(below, exact(x)) && fits(exact(x), above)).toBe(true);
      expect(fits(left(above, below), rational.ratio(1n, 10n ** BigInt(decimals)))).toBe(true);
    }));

  test('what is spent and what is left make the limit; nothing is left of less', () =>
    law(fc.tuple(decimals, decimals), ([limit, spent]) =>
      expect(fits(spent, limit) ? plus(left(limit, spent), spent) : left(limit, spent)).toEqual(
        fits(spent, limit) ? limit : none,
      ),
    ));

  test('a printed charge is never below, a printed allowance never above, and both are next to the amount', () =>
    law(decimals, value => {
      const [below, above] = [number(value, 'down'), number(value, 'up')];
      expect(fits(readAsDecimal(below), value) && fits(value, readAsDecimal(above))).toBe(true);
      expect(above - below).toBeLessThanOrEqual(value.numerator === 0n ? 0 : above * 2 ** -50);
    }));

  test('a number that a person wrote is printed as it was written', () =>
    law(doubles, x => expect([number(written(x), 'up'), number(written(x), 'down')]).toEqual([x, x])));
});
