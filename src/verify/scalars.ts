/** Ranges of remainders, powers and extremes, as the plan's language defines them: by a second road. */
import { type Rational, rational } from '../numerics/index.ts';
import { common, least, magnitude, most, nearest, product, type SteppedRange, span, square } from './spans.ts';

const { sub, mul, div, negate, compare, ratio, one, zero } = rational;

/** Less than the divisor, not more than the dividend, and of its sign. */
export function remainder(left: SteppedRange, right: SteppedRange): SteppedRange {
  const step = common(left.step, right.step);
  const largest = most(zero, sub(magnitude(right), step));
  const within = (end: Rational): Rational => least(most(end, negate(largest)), largest);
  return span(within(least(left.low, zero)), within(most(left.high, zero)), step);
}

const HALF = ratio(1n, 2n);
const THOUSANDTH = ratio(1n, 1000n);

export function power(base: SteppedRange, exponent: Rational, isLiteral: boolean): SteppedRange {
  if (compare(exponent, HALF) === 0) return span(rootOf(base.low), rootOf(base.high), THOUSANDTH);
  if (exponent.numerator > 0n) return raised(base, exponent.numerator);
  const divisor = raised(base, -exponent.numerator);
  // one by a constant is exact
  if (isLiteral && exponent.numerator === -1n && base.low.numerator !== 0n)
    return span(div(one, base.low), div(one, base.low), div(one, magnitude(base)));
  const smallest =
    compare(divisor.low, zero) > 0
      ? divisor.low
      : compare(divisor.high, zero) < 0
        ? negate(divisor.high)
        : ratio(1n, divisor.step.denominator);
  const largest = nearest(div(one, smallest), THOUSANDTH);
  return span(compare(divisor.low, zero) < 0 ? negate(largest) : zero, largest, THOUSANDTH);
}

function raised(base: SteppedRange, exponent: bigint): SteppedRange {
  if (exponent === 1n) return base;
  const even = square(raised(base, exponent / 2n));
  return exponent % 2n === 0n ? even : product(even, base);
}

/** The root to the nearest thousandth, halves up; that of what is negative is null, and nothing is below 0. */
function rootOf(value: Rational): Rational {
  if (compare(value, zero) <= 0) return zero;
  // r - 1/2 <= 1000·sqrt(x) if and only if (2r - 1)² <= 4·1000²·x
  const { numerator, denominator } = mul(value, ratio(4_000_000n));
  let [low, high] = [0n, 1n];
  const isReached = (steps: bigint): boolean => (2n * steps - 1n) ** 2n * denominator <= numerator;
  while (isReached(high)) high *= 2n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isReached(middle)) low = middle;
    else high = middle;
  }
  return ratio(low, 1000n);
}

interface Operand {
  readonly range: SteppedRange;
  readonly isConstant: boolean;
}

/** The greatest is not below a constant, and the least not above one. */
export function extremeOf(kind: 'greatest' | 'least', operands: readonly Operand[]): SteppedRange {
  const constants = operands.filter(({ isConstant }) => isConstant).map(({ range }) => range);
  const [low, high] = [
    least(...operands.map(({ range }) => range.low)),
    most(...operands.map(({ range }) => range.high)),
  ];
  const step = operands.map(({ range }) => range.step).reduce(common);
  return kind === 'greatest'
    ? span(most(low, ...constants.map(range => range.low)), high, step)
    : span(low, least(high, ...constants.map(range => range.high)), step);
}
