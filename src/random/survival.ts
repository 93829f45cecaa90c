/**
 * Powers of 1 - rate, bracketed in fixed point as closely as a coin asks for. Integers only.
 */
import type { Ratio } from './ratio.ts';
import { type FixedPointBounds, shiftedUp } from './real-coin.ts';

/** Working bits beyond the precision asked for: 53 squarings may cost as many. */
const guardBits = 64n;

/** x = (1 - rate)^(2^digit): the chance that 2^digit rows in succession are passed over. */
export function survival(rate: Ratio, digit: number, precision: number): FixedPointBounds {
  return withoutGuard(powerOf(rate, digit, BigInt(precision) + guardBits));
}

/** x / (1 + x): the chance that this binary digit of a skip is 1. It grows with x, so bounds go to bounds. */
export function digitChance(rate: Ratio, digit: number, precision: number): FixedPointBounds {
  const working = BigInt(precision) + guardBits;
  const { lower, upper } = powerOf(rate, digit, working);
  const one = 1n << working;
  return withoutGuard({
    lower: (lower << working) / (one + lower),
    upper: dividedUp(upper << working, one + upper),
  });
}

function powerOf({ numerator, denominator }: Ratio, digit: number, precision: bigint): FixedPointBounds {
  const passed = (denominator - numerator) << precision;
  let lower = passed / denominator;
  let upper = dividedUp(passed, denominator);
  for (let squared = 0; squared < digit; squared++) {
    lower = (lower * lower) >> precision;
    upper = shiftedUp(upper * upper, precision);
  }
  return { lower, upper };
}

const withoutGuard = ({ lower, upper }: FixedPointBounds): FixedPointBounds => ({
  lower: lower >> guardBits,
  upper: shiftedUp(upper, guardBits),
});

/** The quotient of two integers, at least 0 and above 0, rounded up. */
const dividedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
