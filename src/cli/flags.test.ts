import { expect, test } from 'vitest';
import { decimal } from './flags.ts';

test.each([
  ['.05', '0.05'],
  ['-.5e-3', '-0.5e-3'],
  ['5.', '5'],
  ['5.e1', '5e1'],
  ['0.10', '0.10'],
  ['0.0', '0'],
])('%s is the decimal %s', (word, written) => expect(decimal('--rate', word)).toBe(written));

test.each(['', '.', '1,5', 'Infinity', '1e999'])('%j is none', word =>
  expect(() => decimal('--rate', word)).toThrow(expect.objectContaining({ code: 'value_out_of_range' })),
);
