/**
 * Public ranges of expressions: which values a row may add, known from the policy and the plan before any row is read. Exact
 * rationals, in steps where rounding to a step decides.
 */
import { type Rational, rational } from '../numerics/index.ts';
import type { PolicyColumn, RecordedExpression } from './recorded.ts';
import { extremeOf, power, remainder } from './scalars.ts';
import {
  common,
  down,
  type Known,
  least,
  magnitude,
  most,
  nearest,
  product,
  type SteppedRange,
  span,
  up,
} from './spans.ts';
import { dayOf, momentOf, ofMoments } from './verified-moments.ts';
import { eitherText, ofTexts } from './verified-texts.ts';

const { add, sub, div, mul, negate, compare, ratio, fromDecimal, one, zero } = rational;

export type KnownColumns = ReadonlyMap<string, Known>;

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'];

const spanOfTexts = (read: (text: string) => Rational, low: string, high: string): SteppedRange =>
  span(read(low), read(high), one);

/** Numbers without bounds are what a machine can hold, moments without them what can be written. */
export function columnKnown({ type, min, max, step: given, values, perUnit }: PolicyColumn): Known {
  const step = given === null ? one : fromDecimal(given);
  const bounds = (read: (text: string) => Rational, beyond: Rational): SteppedRange =>
    span(min === null ? negate(beyond) : read(min), max === null ? beyond : read(max), step);
  switch (type) {
    case 'integer':
      return { span: bounds(text => nearest(fromDecimal(text), step), mul(ratio(2n ** 63n - 1n), step)), perUnit };
    case 'number':
      return { span: bounds(text => nearest(fromDecimal(text), step), mul(ratio(2n ** 53n), step)), perUnit };
    case 'date':
      return { span: spanOfTexts(dayOf, min ?? FIRST_DAY, max ?? LAST_DAY), moment: 'date', perUnit };
    case 'timestamp':
      return {
        span: spanOfTexts(momentOf, min ?? FIRST_DAY, max ?? `${LAST_DAY}T23:59:59.999999Z`),
        moment: 'timestamp',
        perUnit,
      };
    default:
      return { perUnit, ...(values !== null && { texts: values }) };
  }
}

/** The range of an expression over columns; `perUnit` where all columns in it are constant in a unit. */
export function known(expression: RecordedExpression, columns: KnownColumns): Known {
  const member = (name: string): RecordedExpression => expression[name] as RecordedExpression;
  const of = (name: string): Known => known(member(name), columns);
  const text = (name: string): string => expression[name] as string;
  const spanOf = ({ span: found }: Known): SteppedRange => found ?? span(zero, zero, one);
  switch (expression.kind) {
    case 'column':
      return columns.get(text('name')) ?? { perUnit: false };
    case 'literal':
      return literal(text('type'), expression.value as string | boolean | null);
    case 'negate': {
      const { low, high, step } = spanOf(of('operand'));
      return { ...of('operand'), span: span(negate(high), negate(low), step) };
    }
    case 'absolute': {
      const range = spanOf(of('operand'));
      const low = most(range.low, negate(range.high), zero);
      return { ...of('operand'), span: span(low, magnitude(range), range.step) };
    }
    case 'round': {
      const [{ low, high }, step] = [spanOf(of('operand')), fromDecimal(text('step'))];
      return { ...of('operand'), span: span(nearest(low, step), nearest(high, step), step) };
    }
    case 'clamp': {
      const { low, high, step } = spanOf(of('operand'));
      const [from, to] = [up(fromDecimal(text('low')), step), down(fromDecimal(text('high')), step)];
      const within = (x: Rational): Rational => least(most(x, from), to);
      return { ...of('operand'), span: span(within(low), within(high), step) };
    }
    case 'arithmetic': {
      const [left, right] = [of('left'), of('right')];
      const isLiteral = member('right').kind === 'literal';
      const range = arithmetic(text('operator'), spanOf(left), spanOf(right), isLiteral);
      return { span: range, perUnit: left.perUnit && right.perUnit };
    }
    case 'case':
      return choice(expression, columns);
    default:
      return computedKnown(expression, columns);
  }
}

/** Of functions of numbers, texts and moments. */
function computedKnown(expression: RecordedExpression, columns: KnownColumns): Known {
  const member = (name: string): RecordedExpression => expression[name] as RecordedExpression;
  const of = (name: string): Known => known(member(name), columns);
  const text = (name: string): string => expression[name] as string;
  const spanOf = ({ span: found }: Known): SteppedRange => found ?? span(zero, zero, one);
  switch (expression.kind) {
    case 'floor': {
      const [{ low, high }, step] = [spanOf(of('operand')), fromDecimal(text('step'))];
      return { ...of('operand'), span: span(down(low, step), down(high, step), step) };
    }
    case 'remainder': {
      const [left, right] = [of('left'), of('right')];
      return { span: remainder(spanOf(left), spanOf(right)), perUnit: left.perUnit && right.perUnit };
    }
    case 'power':
      return {
        ...of('operand'),
        span: power(spanOf(of('operand')), fromDecimal(text('exponent')), member('operand').kind === 'literal'),
      };
    case 'greatest':
    case 'least':
      return extreme(expression, columns);
    case 'lower':
    case 'upper':
    case 'length':
    case 'substring':
    case 'ending':
    case 'concatenate':
      return ofTexts(
        expression,
        partsOf(expression).map(part => known(part, columns)),
      );
    case 'datePart':
    case 'startOf':
    case 'convert':
    case 'shift':
      return ofMoments(expression, of('operand'));
    default:
      return { perUnit: partsOf(expression).every(part => known(part, columns).perUnit) };
  }
}

function literal(type: string, value: string | boolean | null): Known {
  if (value === null) return { perUnit: true, isNull: true, texts: [] };
  if (typeof value === 'boolean') return { perUnit: true };
  if (type === 'text') return { texts: [value], perUnit: true };
  const number = type === 'date' ? dayOf(value) : type === 'timestamp' ? momentOf(value) : fromDecimal(value);
  const moment = type === 'date' || type === 'timestamp' ? ({ moment: type } as const) : {};
  return { span: span(number, number, ratio(1n, number.denominator)), ...moment, perUnit: true };
}

/** Of constants it is known that they are not null. */
function extreme(expression: RecordedExpression, columns: KnownColumns): Known {
  const operands = partsOf(expression).map(part => ({ ...known(part, columns), isConstant: part.kind === 'literal' }));
  const valued = operands.filter(({ isNull }) => !isNull);
  const perUnit = operands.every(operand => operand.perUnit);
  if (valued.length === 0) return { ...operands[0], perUnit };
  const [first] = valued;
  const spans = valued.flatMap(({ span: range, isConstant }) => (range ? [{ range, isConstant }] : []));
  if (spans.length > 0)
    return {
      span: extremeOf(expression.kind as 'greatest' | 'least', spans),
      ...(first.moment && { moment: first.moment }),
      perUnit,
    };
  return { perUnit, ...eitherText(valued) };
}

function arithmetic(operator: string, left: SteppedRange, right: SteppedRange, isByLiteral: boolean): SteppedRange {
  switch (operator) {
    case 'add':
      return span(add(left.low, right.low), add(left.high, right.high), common(left.step, right.step));
    case 'subtract':
      return span(sub(left.low, right.high), sub(left.high, right.low), common(left.step, right.step));
    case 'multiply':
      return product(left, right);
    default:
      return isByLiteral && right.low.numerator !== 0n ? byConstant(left, right.low) : quotient(left, right);
  }
}

function byConstant({ low, high, step }: SteppedRange, divisor: Rational): SteppedRange {
  const ends = [div(low, divisor), div(high, divisor)];
  return span(least(...ends), most(...ends), div(step, magnitude({ low: divisor, high: divisor })));
}

/** In thousandths of the step; a divisor that may be zero is at least one of its denominators. */
function quotient(left: SteppedRange, right: SteppedRange): SteppedRange {
  const step = div(left.step, ratio(1000n));
  const smallest =
    compare(right.low, zero) > 0
      ? right.low
      : compare(right.high, zero) < 0
        ? negate(right.high)
        : ratio(1n, right.step.denominator);
  const largest = nearest(div(magnitude(left), smallest), step);
  const isNegative = compare(left.low, zero) < 0 || compare(right.low, zero) < 0;
  return span(isNegative ? negate(largest) : zero, largest, step);
}

/** The results together; one that is nothing but null adds no value, but all are counted in steps that 1 is a whole number of. */
function choice(expression: RecordedExpression, columns: KnownColumns): Known {
  const branches = expression.branches as readonly { when: RecordedExpression; then: RecordedExpression }[];
  const conditions = branches.map(({ when }) => known(when, columns));
  const results = [...branches.map(({ then }) => then), expression.otherwise as RecordedExpression].map(result =>
    known(result, columns),
  );
  const perUnit = [...conditions, ...results].every(part => part.perUnit);
  const valued = results.filter(({ isNull }) => !isNull);
  const spans = valued.flatMap(({ span: range }) => range ?? []);
  if (spans.length === 0)
    return { perUnit, ...eitherText(valued), ...(valued.length === 0 && { span: span(zero, zero, one) }) };
  const { moment } = valued[0];
  return {
    perUnit,
    ...(moment && { moment }),
    span: span(
      least(...spans.map(({ low }) => low)),
      most(...spans.map(({ high }) => high)),
      [...spans.map(({ step }) => step), ...(valued.length < results.length ? [one] : [])].reduce(common),
    ),
  };
}

/** The expressions that one is made of. */
function partsOf(expression: RecordedExpression): readonly RecordedExpression[] {
  const isExpression = (value: unknown): value is RecordedExpression =>
    typeof value === 'object' && value !== null && 'kind' in value;
  return Object.values(expression).flatMap(value => (Array.isArray(value) ? value : [value]).filter(isExpression));
}
