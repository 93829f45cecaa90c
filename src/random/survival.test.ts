import { expect, test } from 'vitest';
import { digitChance, survival } from './survival.ts';

test.each([
  [1n, 3n],
  [1n, 1000n],
  [999n, 1000n],
  [0n, 1n],
  [1n, 1n],
])('rate %i/%i: the brackets hold the exact fractions and close on them', (numerator, denominator) => {
  for (const precision of [1, 7, 20, 64, 200])
    for (const digit of [0, 1, 2, 5, 9]) {
      const passed = (denominator - numerator) ** (2n ** BigInt(digit));
      const all = denominator ** (2n ** BigInt(digit));
      const scale = 2n ** BigInt(precision);
      const cases = [
        { bounds: survival({ numerator, denominator }, digit, precision), of: passed, to: all },
        { bounds: digitChance({ numerator, denominator }, digit, precision), of: passed, to: passed + all },
      ];
      for (const { bounds, of, to } of cases) {
        expect(bounds.lower * to <= of * scale && of * scale <= bounds.upper * to).toBe(true);
        expect(bounds.upper - bounds.lower).toBeLessThanOrEqual(1n);
      }
    }
});

test('after 53 squarings the bracket is still one unit wide', () => {
  const { lower, upper } = survival({ numerator: 1n, denominator: 2n ** 53n }, 53, 20);
  expect(upper - lower).toBe(1n);
  expect(Number(lower) / 2 ** 20).toBeCloseTo(Math.exp(-1), 5);
});
