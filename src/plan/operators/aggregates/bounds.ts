/**
 * Bounds of a column: rows counted in ranges that are public, of which those that stand out from their noise are told as one
 * interval. It needs no bounds of the policy; where there are some, values are clamped to them first, and the ranges lie within.
 */
import { invariant, refuse } from '../../../vocabulary/index.ts';
import type { ValueRange } from '../../checked-plan.ts';
import { dayOf, MICROSECONDS_PER_DAY } from '../../expressions/calendar.ts';
import { type CheckedExpression, constant, expressionOf } from '../../expressions/checked-expression.ts';
import { booleans, integers, isStepped, type NumberDomain, nothing } from '../../expressions/domain.ts';
import { least, within } from '../../expressions/whole-numbers.ts';
import { expression } from '../../parsing/expression-schema.ts';
import type { AggregateOperator, CheckAggregate, Stepped } from './question.ts';

const checkBounds: CheckAggregate<'bounds'> = ({ name, of }, { check, noisy }) => {
  const value = check(of);
  if (!isStepped(value.domain))
    return refuse(
      'type_mismatch',
      `Only numbers, dates and timestamps have bounds, and ${name} asks for those of type ${value.domain.type}. A category has a list of values instead.`,
    );
  const ranges = rangesOf(value.domain);
  const uses = Object.freeze([noisy({ kind: 'values', of: rangeIn(value as Stepped, ranges) })]);
  return Object.freeze({ kind: 'bounds', name, uses, ranges, values: value.domain });
};

/** All ranges, in order: every value that a policy could bound lies in one of them. */
export function rangesOf(domain: NumberDomain): readonly ValueRange[] {
  const { type } = domain;
  const { tops, first, last } = type === 'date' || type === 'timestamp' ? years(domain, type) : powersOfTwo(domain);
  const inside = tops.filter(top => top >= first && top < last);
  const ranges = [...inside, last].map((top, i) =>
    Object.freeze({ low: i === 0 ? first : inside[i - 1] + 1n, high: top }),
  );
  return Object.freeze(ranges);
}

/** Where ranges end, in steps and in order, and the first and last value that a policy may bound a column by. */
interface Division {
  readonly tops: readonly bigint[];
  readonly first: bigint;
  readonly last: bigint;
}

/** The most steps, and the largest whole number, that a policy takes for a bound. */
const STEPS_MAX = 2n ** 49n;
const WHOLE_MAX = 2n ** 53n - 1n;

/** ..., -4 to -3, -2, -1, 0, 1, 2, 3 to 4, 5 to 8, ... steps: a bound is at most twice as far from 0 as it need be. */
function powersOfTwo({ low, high, step }: NumberDomain): Division {
  const farthest = step.denominator === 1n ? least([STEPS_MAX, WHOLE_MAX / step.numerator]) : STEPS_MAX;
  const powers = Array.from({ length: STEPS_MAX.toString(2).length }, (_, i) => 1n << BigInt(i));
  return {
    // below 0 a range ends where it is nearest to 0
    tops: [...powers.map(power => -power - 1n).reverse(), -1n, 0n, ...powers],
    first: within(low, -farthest, farthest),
    last: within(high, -farthest, farthest),
  };
}

/** Before and after them everything is one range: days there are mistakes, or say that there is none. */
const YEARS = { first: 1800, last: 2199 };

function years({ low, high }: NumberDomain, type: 'date' | 'timestamp'): Division {
  const tops = Array.from({ length: YEARS.last - YEARS.first + 2 }, (_, i) => {
    const day = dayOf(`${YEARS.first + i}-01-01`);
    invariant(day !== undefined, 'every year has a first day');
    return (type === 'date' ? day : day * MICROSECONDS_PER_DAY) - 1n;
  });
  return { tops, first: low, last: high };
}

/**
 * The place of the range that a value lies in; null for null, and for what lies beyond all of them: endless values would
 * be clamped by every policy, so they decide nothing. Halved again and again: rows are many, and ranges hundreds.
 */
function rangeIn(value: Stepped, ranges: readonly ValueRange[]): Stepped {
  const domain = integers(0n, BigInt(ranges.length - 1));
  const none = constant(nothing('integer'), null);
  const isAtMost = (top: bigint): CheckedExpression => {
    const right = constant(Object.freeze({ ...value.domain, low: top, high: top }), top);
    return expressionOf(booleans, { kind: 'comparison', operator: 'atMost', left: value, right });
  };
  const place = (first: number, last: number): CheckedExpression => {
    if (first === last) return constant(integers(BigInt(first), BigInt(first)), BigInt(first));
    const middle = Math.floor((first + last) / 2);
    return chosen(isAtMost(ranges[middle].high), place(first, middle), place(middle + 1, last));
  };
  const chosen = (
    when: CheckedExpression,
    result: CheckedExpression,
    otherwise: CheckedExpression,
  ): CheckedExpression =>
    expressionOf(domain, { kind: 'case', branches: Object.freeze([Object.freeze({ when, result })]), otherwise });
  const isNull = expressionOf(booleans, { kind: 'isNull', operand: value });
  const [{ low }, { high }] = [ranges[0], ranges[ranges.length - 1]];
  const upTo =
    value.domain.high > high ? chosen(isAtMost(high), place(0, ranges.length - 1), none) : place(0, ranges.length - 1);
  const inside = value.domain.low < low ? chosen(isAtMost(low - 1n), none, upTo) : upTo;
  return chosen(isNull, none, inside) as Stepped;
}

export const bounds: AggregateOperator<'bounds'> = {
  shape: { of: expression },
  check: checkBounds,
  statistics: () => ['number of rows in each range of values'],
  tells: 'several',
  total: false,
  buys: false,
  called: () => ['bounds'],
  functions: {},
};
