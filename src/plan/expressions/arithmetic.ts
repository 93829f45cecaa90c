/**
 * Arithmetic in whole steps. Sums go to the greatest common step, products multiply steps, division by a constant is exact;
 * any other quotient is rounded, halves up, to a thousandth of the step of what is divided. Nothing is a double.
 */
import { type Rational, rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type CheckedExpression, constant, expressionOf } from './checked-expression.ts';
import { integers, isNumeric, type NumberDomain, numbers } from './domain.ts';
import type { Arithmetic } from './expression.ts';
import { ceiling, commonDivisor, floor, floorOf, greatest, halvesUp, least, magnitude } from './whole-numbers.ts';

export type Numeric = CheckedExpression & { readonly domain: NumberDomain };

export function numeric(expression: CheckedExpression, role: string): Numeric {
  if (isNumeric(expression.domain)) return expression as Numeric;
  return refuse('type_mismatch', `${role} must be a number; it is of type ${expression.domain.type}.`);
}

const numericNode = (domain: NumberDomain, node: Parameters<typeof expressionOf>[1]): Numeric =>
  expressionOf(domain, node) as Numeric;

const QUOTIENT_PARTS = 1000n;

export function arithmetic(operator: Arithmetic, left: CheckedExpression, right: CheckedExpression): Numeric {
  if (operator === 'subtract' && left.domain.type === 'date' && right.domain.type === 'date')
    return daysBetween(left.domain, right.domain, left, right);
  const [one, other] = [numeric(left, `What you ${operator}`), numeric(right, `What you ${operator}`)];
  if (operator === 'multiply') return product(one, other);
  if (operator === 'divide') return quotient(one, other);
  return sum(operator, ...aligned(one, other));
}

function daysBetween(
  one: NumberDomain,
  other: NumberDomain,
  left: CheckedExpression,
  right: CheckedExpression,
): Numeric {
  const domain = integers(one.low - other.high, one.high - other.low, one.bounded && other.bounded);
  return numericNode(domain, { kind: 'subtract', left, right });
}

function sum(operator: 'add' | 'subtract', left: Numeric, right: Numeric): Numeric {
  const [one, other] = [left.domain, right.domain];
  const [low, high] =
    operator === 'add' ? [one.low + other.low, one.high + other.high] : [one.low - other.high, one.high - other.low];
  return numericNode(numbers(low, high, one.step, one.bounded && other.bounded), { kind: operator, left, right });
}

export function product(left: Numeric, right: Numeric): Numeric {
  const [one, other] = [left.domain, right.domain];
  const corners = [one.low * other.low, one.low * other.high, one.high * other.low, one.high * other.high];
  const crossesZero = one.low <= 0n && one.high >= 0n;
  // a square is not negative, whatever the corners say
  const low = left === right ? (crossesZero ? 0n : least([corners[0], corners[3]])) : least(corners);
  const domain = numbers(low, greatest(corners), rational.mul(one.step, other.step), one.bounded && other.bounded);
  return numericNode(domain, { kind: 'multiply', left, right });
}

function quotient(left: Numeric, right: Numeric): Numeric {
  if (right.kind === 'constant' && typeof right.value === 'bigint' && right.value !== 0n)
    return dividedByConstant(left, rational.mul(rational.ratio(right.value), right.domain.step));
  const { numerator, denominator } = right.domain.step;
  const dividend = scaled(left, QUOTIENT_PARTS * denominator);
  const divisor = scaled(right, numerator);
  const step = rational.div(left.domain.step, rational.ratio(QUOTIENT_PARTS));
  return rounded(dividend, divisor, step);
}

/** x/c is x in steps that are c times smaller. */
function dividedByConstant(left: Numeric, divisor: Rational): Numeric {
  const positive = divisor.numerator > 0n;
  const step = rational.div(left.domain.step, positive ? divisor : rational.negate(divisor));
  const { low, high, bounded } = left.domain;
  const renamed: Numeric = Object.freeze({ ...left, domain: numbers(low, high, step, bounded) });
  return positive ? renamed : negated(renamed);
}

/** floor(left/right + 1/2), which engines compute from 2·left + right and 2·right: these must fit too. */
function rounded(left: Numeric, right: Numeric, step: Rational): Numeric {
  const [dividend, divisor] = [magnitude(left.domain), magnitude(right.domain)];
  numbers(0n, 2n * dividend + 2n * divisor, step);
  const { low, high, bounded } = right.domain;
  const smallest = low > 0n ? low : high < 0n ? -high : 1n;
  const most = halvesUp(dividend, smallest);
  const negative = left.domain.low < 0n || right.domain.low < 0n;
  const domain = numbers(negative ? -most : 0n, most, step, left.domain.bounded && bounded);
  return numericNode(domain, { kind: 'quotient', left, right });
}

export function negated(operand: Numeric): Numeric {
  const { low, high, step, bounded } = operand.domain;
  return numericNode(numbers(-high, -low, step, bounded), { kind: 'negate', operand });
}

export function absolute(operand: Numeric): Numeric {
  const { low, high, step, bounded } = operand.domain;
  const nearest = low > 0n ? low : high < 0n ? -high : 0n;
  return numericNode(numbers(nearest, magnitude(operand.domain), step, bounded), { kind: 'absolute', operand });
}

/** To the multiples of another step, halves up. */
export function round(operand: Numeric, step: Rational): Numeric {
  if (!(step.numerator > 0n)) return refuse('value_out_of_range', 'The step to round to must be above 0.');
  const { numerator, denominator } = rational.div(operand.domain.step, step);
  const dividend = scaled(operand, numerator);
  const { low, high, bounded } = dividend.domain;
  if (denominator === 1n) return Object.freeze({ ...dividend, domain: numbers(low, high, step, bounded) });
  numbers(
    -(2n * magnitude(dividend.domain)) - 2n * denominator,
    2n * magnitude(dividend.domain) + 2n * denominator,
    step,
  );
  const divisor = constant(integers(denominator, denominator), denominator) as Numeric;
  const domain = numbers(halvesUp(low, denominator), halvesUp(high, denominator), step, bounded);
  return numericNode(domain, { kind: 'quotient', left: dividend, right: divisor });
}

/** To the multiples of another step, the next below. */
export function floored(operand: Numeric, step: Rational): Numeric {
  if (!(step.numerator > 0n)) return refuse('value_out_of_range', 'The step to round to must be above 0.');
  const { numerator, denominator } = rational.div(operand.domain.step, step);
  const dividend = scaled(operand, numerator);
  const { low, high, bounded } = dividend.domain;
  if (denominator === 1n) return Object.freeze({ ...dividend, domain: numbers(low, high, step, bounded) });
  // engines add a remainder before they divide
  numbers(low - 2n * denominator, high + 2n * denominator, step);
  return numericNode(numbers(floorOf(low, denominator), floorOf(high, denominator), step, bounded), {
    kind: 'floorQuotient',
    left: dividend,
    right: constant(integers(denominator, denominator), denominator),
  });
}

/** In the common step of both: smaller than the divisor, no larger than the dividend, and of its sign. */
export function remainder(dividend: Numeric, divisor: Numeric): Numeric {
  const [left, right] = aligned(dividend, divisor);
  const most = magnitude(right.domain);
  const { low, high, step } = left.domain;
  const within = (end: bigint): bigint => (most === 0n ? 0n : end <= -most ? 1n - most : end >= most ? most - 1n : end);
  const bounded = left.domain.bounded || right.domain.bounded;
  const domain = numbers(low < 0n ? within(low) : 0n, high > 0n ? within(high) : 0n, step, bounded);
  return numericNode(domain, { kind: 'remainder', left, right });
}

/** To the whole steps within [low, high]; makes a public range where there was none. */
export function clamp(operand: Numeric, low: Rational, high: Rational): Numeric {
  const { step } = operand.domain;
  const [least, most] = [ceiling(rational.div(low, step)), floor(rational.div(high, step))];
  if (!(least <= most))
    return refuse('value_out_of_range', 'There must be at least one step of the column between the ends of a clamp.');
  const within = (value: bigint): bigint => (value < least ? least : value > most ? most : value);
  const domain = numbers(within(operand.domain.low), within(operand.domain.high), step);
  return numericNode(domain, { kind: 'clamp', operand, low: least, high: most });
}

/** Both in their greatest common step, so that whole numbers of steps add and compare. */
function aligned(left: Numeric, right: Numeric): [Numeric, Numeric] {
  const step = commonStep(left.domain.step, right.domain.step);
  return [inStep(left, step), inStep(right, step)];
}

export const commonStep = (one: Rational, other: Rational): Rational =>
  rational.ratio(
    commonDivisor(one.numerator * other.denominator, other.numerator * one.denominator),
    one.denominator * other.denominator,
  );

/** The same number in a step that divides its own. */
export function inStep(operand: Numeric, step: Rational): Numeric {
  const { low, high, bounded } = operand.domain;
  const factor = rational.div(operand.domain.step, step).numerator;
  if (factor === 1n) return operand;
  const domain = numbers(low * factor, high * factor, step, bounded);
  return operand.kind === 'constant'
    ? (constant(domain, operand.value === null ? null : low * factor) as Numeric)
    : Object.freeze({ ...scaled(operand, factor), domain });
}

/** Times a whole number, in the same step. */
export function scaled(operand: Numeric, factor: bigint): Numeric {
  if (factor === 1n) return operand;
  const { low, high, step, bounded } = operand.domain;
  const times = constant(integers(factor, factor), factor);
  return numericNode(numbers(low * factor, high * factor, step, bounded), {
    kind: 'multiply',
    left: operand,
    right: times,
  });
}
