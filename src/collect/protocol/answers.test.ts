import { expect, test } from 'vitest';
import { type Answers, labelsOf, numberOf, type Truth, valuesOf } from './answers.ts';

const choices: Answers = { kind: 'choices', values: ['train', 'bus'] };
const numbers: Answers = { kind: 'numbers', edges: [0, 18, 65, 120] };
const grid: Answers = { kind: 'grid', south: 48, north: 49, west: 2, east: 4, rows: 2, columns: 4 };

test.each<[Answers, Truth, number]>([
  [choices, 'train', 1],
  [choices, 'bus', 2],
  [choices, null, 0],
  [numbers, 0, 1],
  [numbers, 17.9, 1],
  [numbers, 18, 2],
  [numbers, 120, 3],
  [numbers, 120.1, 0],
  [numbers, -1, 0],
  [numbers, Number.NaN, 0],
  [grid, { latitude: 48, longitude: 2 }, 1],
  [grid, { latitude: 48.1, longitude: 3.9 }, 4],
  [grid, { latitude: 48.5, longitude: 2 }, 5],
  [grid, { latitude: 49, longitude: 4 }, 8],
  [grid, { latitude: 50, longitude: 3 }, 0],
])('%j: %j is value %d', (answers, truth, number) => expect(numberOf(answers, truth)).toBe(number));

test.each<[Answers, Truth]>([
  [choices, 'tram'],
  [choices, 1],
  [numbers, 'old'],
  [grid, 3],
])('%j refuses %j', (answers, truth) =>
  expect(() => numberOf(answers, truth)).toThrowError(expect.objectContaining({ code: 'value_out_of_range' })),
);

test.each([
  [choices, 2, 'bus'],
  [numbers, 3, '65 to 120'],
  [grid, 8, 'row 2, column 4'],
])('%j has a label for each value', (answers, values, last) => {
  expect(valuesOf(answers)).toBe(values);
  expect(labelsOf(answers)).toHaveLength(values);
  expect(labelsOf(answers).at(-1)).toBe(last);
});
