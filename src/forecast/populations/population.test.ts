import { expect, test } from 'vitest';
import { populationOf } from './population.ts';

test('values outside the bounds are moved to them, and counted', () => {
  const { sorted, clamped } = populationOf([5, -1, Infinity, 3], { min: 0, max: 4 });
  expect([...sorted]).toEqual([0, 3, 4, 4]);
  expect(clamped).toBe(3);
});

test.each<[string, () => unknown]>([
  ['type_mismatch', () => populationOf([1, Number.NaN], { min: 0, max: 1 })],
  ['table_empty', () => populationOf([1], { min: 0, max: 1 })],
  ['value_out_of_range', () => populationOf([1, 2], { min: 3, max: 1 })],
  ['value_out_of_range', () => populationOf([1, 2], { min: 0, max: Infinity })],
])('refused with %s', (code, attempt) => {
  expect(attempt).toThrow(expect.objectContaining({ code }));
});
