import { expect, test } from 'vitest';
import { checkRate, guarantee } from './guarantee.ts';

test('epsilon is the decimal that was written', () => {
  expect(guarantee({ epsilon: 0.1, delta: 0.5 }).epsilon).toEqual({ numerator: 1n, denominator: 10n });
  expect(guarantee({ epsilon: '2.5e-7', delta: 0.5 }).epsilon).toEqual({ numerator: 1n, denominator: 4_000_000n });
});

test.each([
  { epsilon: 0, delta: 0.1 },
  { epsilon: Number.NaN, delta: 0.1 },
  { epsilon: Infinity, delta: 0.1 },
  { epsilon: 1, delta: 0 },
  { epsilon: 1, delta: 1 },
  { epsilon: 1, delta: Number.NaN },
  { epsilon: 1, delta: 0.1, unknownRows: 0 },
  { epsilon: 1, delta: 0.1, unknownRows: 1.5 },
])('%j promises nothing and is refused', input => {
  expect(() => guarantee(input)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});

test.each([0, 1, -0.1, Number.NaN])('the rate %d is refused', rate => {
  expect(() => checkRate(rate)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});
