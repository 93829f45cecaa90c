import { expect, test } from 'vitest';
import { exactly } from '../../test/support/exactly.ts';
import { Refusal } from '../vocabulary/index.ts';
import { replayedEntropy } from './entropy.ts';
import { shuffle } from './shuffle.ts';
import { type Below, uniform } from './uniform.ts';

const rows = ['a', 'b', 'c', 'd'];

test.each([
  [0, 1, '1'],
  [1, 4, '1/4'],
  [2, 12, '1/12'],
  [3, 24, '1/24'],
  [4, 24, '1/24'],
])('%i of four rows: %i orders, each with probability %s', (size, orders, each) => {
  const distribution = exactly(below => shuffle(below, rows, { size }));
  expect(Object.keys(distribution).length).toBe(orders);
  expect(new Set(Object.values(distribution))).toEqual(new Set([each]));
});

test('without a size all rows come, and the rows given stay as they were', () => {
  const given = Object.freeze([...rows]);
  expect(Object.keys(exactly(below => shuffle(below, given))).length).toBe(24);
  expect(given).toEqual(rows);
});

test('negative control: swapping with any place is not a shuffle', () => {
  const wrong = (below: Below) => {
    const deck = ['a', 'b', 'c'];
    for (let place = 0; place < 3; place++) {
      const chosen = below(3);
      [deck[place], deck[chosen]] = [deck[chosen], deck[place]];
    }
    return deck;
  };
  expect(new Set(Object.values(exactly(wrong)))).toEqual(new Set(['4/27', '5/27']));
});

test.each([-1, 5, 1.5, Number.NaN])('a size of %s is refused', size =>
  expect(() => shuffle(uniform(replayedEntropy([])), rows, { size })).toThrow(Refusal),
);
