import { expect, test } from 'vitest';
import { numericSteps, quantilePairs } from './quantiles.ts';

const cell = (text: string | null, count: number, shown: number) => ({
  margin: 0,
  value: text === null ? '-.' : `${text.length}:${text}.`,
  count,
  shown,
});

test('the least value that such a part of the rows does not exceed, in the table and in the sample', () => {
  const steps = numericSteps([
    cell('10', 1, 1),
    cell('9', 98, 0),
    cell(null, 50, 50),
    cell('?', 3, 0),
    cell('-1.5', 1, 3),
  ]);
  expect(steps.map(({ value }) => value)).toEqual([-1.5, 9, 10]);
  const pairs = new Map(quantilePairs(steps).map(({ share, table, sample }) => [share, [table, sample]]));
  expect(pairs.get(0.01)).toEqual([-1.5, -1.5]);
  expect(pairs.get(0.5)).toEqual([9, -1.5]);
  expect(pairs.get(0.75)).toEqual([9, -1.5]);
  expect(pairs.get(0.95)).toEqual([9, 10]);
  expect(pairs.get(0.99)).toEqual([9, 10]);
});

test('a sample without numbers has no quantiles', () => {
  expect(quantilePairs(numericSteps([cell('3', 5, 0), cell(null, 5, 5)]))).toEqual([]);
  expect(quantilePairs([])).toEqual([]);
});
