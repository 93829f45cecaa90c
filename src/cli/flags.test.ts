import { expect, test } from 'vitest';
import { decimal, decimalRate, pairs, rate, rates } from './flags.ts';

test.each([
  ['.05', '0.05'],
  ['-.5e-3', '-0.5e-3'],
  ['5.', '5'],
  ['+.5', '0.5'],
  ['5.e1', '5e1'],
  ['0.10', '0.10'],
  ['0.0', '0'],
])('%s is the decimal %s', (word, written) => expect(decimal('--rate', word)).toBe(written));

test.each(['', '.', '1,5', 'Infinity', '1e999'])('%j is none', word =>
  expect(() => decimal('--rate', word)).toThrow(expect.objectContaining({ code: 'value_out_of_range' })),
);

test.each([
  ['5%', '0.05'],
  ['5 %', '0.05'],
  ['0.1%', '0.001'],
  ['12.5%', '0.125'],
  ['1e-2%', '0.0001'],
  ['100%', '1'],
  ['.5%', '0.005'],
  ['+5%', '0.05'],
  ['0.05', '0.05'],
])('%s is the rate %s, exactly', (word, written) => {
  expect(decimalRate('--rate', word)).toBe(written);
  expect(rate('--rate', word)).toBe(Number(written));
});

test.each(['%', '5%%', 'five%', 'Infinity%', '1e999%', '-%', '5%,6%'])('%j is no rate', word => {
  expect(() => decimalRate('--rate', word)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});

test('rates and pairs take percent too', () => {
  expect(rates('--rates', '5%,0.1')).toEqual([0.05, 0.1]);
  expect(pairs('--parts', '80%:0.5,0.2:1')).toEqual([
    [0.8, 0.5],
    [0.2, 1],
  ]);
});
