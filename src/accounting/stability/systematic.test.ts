import { expect, test } from 'vitest';
import type { Part, Scheme } from '../../../test/support/stability-lottery.ts';
import { truePrice } from '../../../test/support/stability-price.ts';
import { systematic } from './systematic.ts';

const everySecond: Scheme = units => [{ outcome: [[...units].sort().filter((_, i) => i % 2 === 0)], probability: 1 }];
const line = (count: number): Part => Array.from({ length: count }, (_, i) => String.fromCharCode(98 + i));

test('every j-th row has no bounded price: it grows with the data', () => {
  const cost = { epsilon: 0.5, replace: 1 };
  const prices = [2, 4, 8, 16].map(count => truePrice(everySecond, [line(count), ['a', ...line(count)]], [cost]));
  expect(prices.map(price => Math.round(price * 1e6) / 1e6)).toEqual([1.5, 2.5, 4.5, 8.5]);
});

test('and is refused with what to do instead', () => {
  expect(systematic).toThrow(expect.objectContaining({ code: 'sampling_unsound' }));
  expect(systematic).toThrow(/Bernoulli sample of rate 1\/j/);
});
