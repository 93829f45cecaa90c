/**
 * Powers of rows: whole exponents multiply, one half is a square root to a thousandth. Other roots, logarithms and
 * exponentials have no exact meaning that all engines share: their last digits differ from one mathematics library to another.
 */
import { type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { arithmetic, type Numeric, product, scaled } from './arithmetic.ts';
import { constant, expressionOf } from './checked-expression.ts';
import { integers, numbers } from './domain.ts';
import { floorOf, rootOf } from './whole-numbers.ts';

/** Larger ones leave 63 bits of all but a few ranges, and are written out as products. */
const EXPONENT_MAX = 8n;

export function power(base: Numeric, { numerator, denominator }: Rational): Numeric {
  if (denominator === 2n && numerator === 1n) return root(base);
  if (denominator === 1n && numerator > 0n && numerator <= EXPONENT_MAX) return raised(base, numerator);
  if (denominator === 1n && numerator < 0n && -numerator <= EXPONENT_MAX)
    return arithmetic('divide', constant(integers(1n, 1n), 1n), raised(base, -numerator));
  return refuse(
    'value_out_of_range',
    `In rows, the exponent of a power is 0.5 or a whole number from 1 to ${EXPONENT_MAX}, or its negative. Write power(x, 3), sqrt(x) or x * sqrt(x).`,
  );
}

/** Squares first, for a square is not negative. */
function raised(base: Numeric, exponent: bigint): Numeric {
  if (exponent === 1n) return base;
  const half = raised(base, exponent / 2n);
  const even = product(half, half);
  return exponent % 2n === 0n ? even : product(even, base);
}

/** A root is rounded to a thousandth. */
const PARTS = 1000n;

/**
 * floor(1000·sqrt(x) + 1/2) = floor((floor(sqrt(y)) + 1)/2) for y = floor(4·1000²·x), in whole numbers alone. Null below 0.
 */
function root(base: Numeric): Numeric {
  const { numerator, denominator } = rational.mul(base.domain.step, rational.ratio(4n * PARTS * PARTS));
  const times = scaled(base, numerator);
  const divisor = constant(integers(denominator, denominator), denominator);
  const { low, high, bounded } = times.domain;
  // twice of it fits, so that the engine may square what is one too large
  numbers(0n, 2n * (high < 0n ? 0n : high) + 4n * denominator, rational.one);
  const square = denominator === 1n ? times : floorQuotient(times, divisor, denominator);
  const halves = (value: bigint): bigint => rootOf(value < 0n ? 0n : floorOf(value, denominator));
  const [from, to] = [halves(low), halves(high)];
  const twice = expressionOf(integers(from, to, bounded), { kind: 'root', operand: square });
  const next = expressionOf(integers(from + 1n, to + 1n, bounded), {
    kind: 'add',
    left: twice,
    right: constant(integers(1n, 1n), 1n),
  });
  return expressionOf(numbers((from + 1n) / 2n, (to + 1n) / 2n, rational.ratio(1n, PARTS), bounded), {
    kind: 'floorQuotient',
    left: next,
    right: constant(integers(2n, 2n), 2n),
  }) as Numeric;
}

const floorQuotient = (left: Numeric, right: ReturnType<typeof constant>, by: bigint) =>
  expressionOf(integers(floorOf(left.domain.low, by), floorOf(left.domain.high, by), left.domain.bounded), {
    kind: 'floorQuotient',
    left,
    right,
  });
