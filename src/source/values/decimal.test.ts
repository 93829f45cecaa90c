import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rational } from '../../numerics/index.ts';
import { decimal, isDecimal } from './decimal.ts';

test.each([
  ['0.1', '0.1', 1n, 10n],
  ['1e-6', '0.000001', 1n, 1_000_000n],
  ['0.010', '0.01', 1n, 100n],
  ['-2.50e1', '-25', -25n, 1n],
  ['-0.0', '0', 0n, 1n],
  ['1E+3', '1000', 1000n, 1n],
  ['9007199254740993', '9007199254740993', 9007199254740993n, 1n],
])('%s is %s, exactly', (written, text, numerator, denominator) => {
  expect(decimal(written)).toEqual({ text, exact: { numerator, denominator }, nearest: Number(written) + 0 });
});

test('three times 0.1 is 0.3, which doubles do not say', () => {
  const [tenth, three] = [decimal('0.1')!, decimal('0.3')!];
  expect(rational.equals(rational.mul(tenth.exact, rational.ratio(3n)), three.exact)).toBe(true);
  expect(tenth.nearest * 3).not.toBe(three.nearest);
});

test.each(['', 'NaN', 'Infinity', '0x10', '1e100', '1e-100', '.5', '1.', `0.${'1'.repeat(99)}`])(
  '%s is none',
  written => {
    expect(decimal(written)).toBeUndefined();
  },
);

test('a double, printed and read, is itself; its text reads as the same number', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e90, max: 1e90, noNaN: true }), double => {
      const read = decimal(String(double));
      if (read === undefined) return Math.abs(double) < 1e-99;
      return read.nearest === double + 0 && rational.equals(rational.fromDecimal(read.text), read.exact);
    }),
  );
});

test('nothing that JSON can say is mistaken for a number', () => {
  for (const posing of [null, undefined, 1, '1', {}, { exact: { numerator: 1, denominator: 1 }, text: '1' }])
    expect(isDecimal(posing)).toBe(false);
  expect(isDecimal(decimal('1'))).toBe(true);
});
