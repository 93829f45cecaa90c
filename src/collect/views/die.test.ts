import { expect, test } from 'vitest';
import { makeDie } from './die.ts';
import { makePopulation, sizeOf } from './population.ts';

test('without a baseline all fixed answers are equally likely', () => {
  expect(makeDie({ values: 3, sampling: 0.2 }).outputs).toEqual([0.2, 0.2, 0.2, 0.2]);
});

test('the last chance takes the rest, and may be given', () => {
  const left = makeDie({ values: 2, sampling: 0.45, baseline: [0.05, 0.2] });
  const given = makeDie({ values: 2, sampling: 0.45, baseline: [0.05, 0.2, 0.3] });
  expect(left).toEqual(given);
  expect(left.outputs[2]).toBeCloseTo(0.3, 12);
});

test.each([
  { values: 0, sampling: 0.5 },
  { values: 1.5, sampling: 0.5 },
  { values: 1, sampling: 0 },
  { values: 1, sampling: 1 },
  { values: 1, sampling: Number.NaN },
  { values: 2, sampling: 0.5, baseline: [0.1] },
  { values: 2, sampling: 0.5, baseline: [0.1, 0.1, 0.1, 0.2] },
  { values: 1, sampling: 0.5, baseline: [0.6] },
  { values: 1, sampling: 0.5, baseline: [-0.1] },
  { values: 1, sampling: 0.5, baseline: [Number.NaN] },
  { values: 1, sampling: 0.5, baseline: [0.2, 0.2] },
])('the die %j is refused', input => {
  expect(() => makeDie(input)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});

test('a population knows its size', () => {
  expect(sizeOf(makePopulation([2, 0, 3], 9))).toBe(9);
});

test.each([
  [[], 5],
  [[1, -1], 5],
  [[1.5], 5],
  [[3], 2],
  [[3], Number.NaN],
  [[3], Infinity],
])('the counts %j of %d people are refused', (counts, size) => {
  expect(() => makePopulation(counts, size)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});
