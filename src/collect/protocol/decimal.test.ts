import { expect, test } from 'vitest';
import { fractionOf } from './decimal.ts';

test.each([
  [0, 0n, 1n],
  [0.45, 45n, 100n],
  [12.5, 125n, 10n],
  [1e-7, 1n, 10_000_000n],
  [1.5e-9, 15n, 10_000_000_000n],
  [2e21, 2_000_000_000_000_000_000_000n, 1n],
])('%d is read as it is written', (value, numerator, denominator) =>
  expect(fractionOf(value)).toEqual({ numerator, denominator }),
);

test.each([Number.NaN, Infinity, -1])('%d is refused', value =>
  expect(() => fractionOf(value)).toThrowError(expect.objectContaining({ code: 'value_out_of_range' })),
);
