import { expect, test } from 'vitest';
import { enumerate, exactly, probabilityBounds } from '../../test/support/exactly.ts';
import { type ChoiceTuning, proposalsOf, type Run } from './exponential-weights.ts';

const run = (size: bigint, numerator: bigint, denominator = 1n): Run => ({
  size,
  exponent: { numerator, denominator },
});

/** In quarters: exp(-1) is 1.47 of them and exp(-2) 0.54, which are proposed as 2 and 1. */
const quarters: ChoiceTuning = { bits: 2, look: 3 };

test('members are proposed by weights rounded up, relative to the best level, whose weight is 1', () => {
  const runs = [run(1n, 11n, 2n), run(2n, 6n), run(0n, 0n), run(1n, 7n)];
  const proposed = exactly(below => {
    const { choice, weight } = proposalsOf(below, runs, quarters).propose();
    return `${choice.run}.${choice.member} by ${weight}`;
  });
  expect(proposed).toEqual({ '0.0 by 4': '4/9', '1.0 by 2': '2/9', '1.1 by 2': '2/9', '3.0 by 1': '1/9' });
});

test.each([
  [run(1n, 0n), 1],
  [run(1n, 1n, 2n), Math.exp(-0.5)],
  [run(1n, 1n), Math.exp(-1) * 2],
  [run(1n, 7n, 3n), Math.exp(-7 / 3) * 4],
])('a proposal is kept with what is left of its weight', (other, chance) => {
  const all = enumerate(
    below => {
      const { choice, keeps } = proposalsOf(below, [run(1n, 0n), other], quarters).propose();
      return choice.run === 1 ? keeps() : undefined;
    },
    { rarerThan: 2 ** 20 },
  );
  const { lower, upper } = probabilityBounds(all, 'true');
  expect(lower).toBeLessThanOrEqual(chance);
  expect(upper).toBeGreaterThanOrEqual(chance);
  expect(upper - lower).toBeLessThan(0.001);
});
