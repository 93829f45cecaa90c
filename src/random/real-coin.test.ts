import { expect, test } from 'vitest';
import { enumerate, probabilityBounds } from '../../test/support/exactly.ts';
import { realCoin } from './real-coin.ts';

/** 1/sqrt(2), bracketed by an integer square root found by bisection. */
function inverseRootOfTwo(precision: number) {
  const target = 2n ** BigInt(2 * precision - 1);
  let [lower, upper] = [0n, 2n ** BigInt(precision)];
  while (upper - lower > 1n) {
    const middle = (lower + upper) / 2n;
    if (middle * middle <= target) lower = middle;
    else upper = middle;
  }
  return { lower, upper };
}

test.each([1, 2, 3, 5])('an irrational probability, looking at %i bits at a time', look => {
  const all = enumerate(below => realCoin(below, inverseRootOfTwo, look)(), { rarerThan: 2 ** 40 });
  const { lower, upper } = probabilityBounds(all, 'true');
  expect(lower).toBeLessThanOrEqual(Math.SQRT1_2);
  expect(upper).toBeGreaterThanOrEqual(Math.SQRT1_2);
  expect(upper - lower).toBeLessThan(1e-9);
});

test('loose brackets cost draws, never correctness', () => {
  const loose = (precision: number) => ({
    lower: 2n ** BigInt(precision) / 3n - 3n,
    upper: 2n ** BigInt(precision) / 3n + 3n,
  });
  const { lower, upper } = probabilityBounds(
    enumerate(below => realCoin(below, loose, 2)(), { rarerThan: 2 ** 40 }),
    'true',
  );
  expect(lower).toBeLessThanOrEqual(1 / 3);
  expect(upper).toBeGreaterThanOrEqual(1 / 3);
  expect(upper - lower).toBeLessThan(1e-9);
});
