/**
 * Public ranges of expressions: which values a row may add, known from the policy and the plan before any row is read. Exact
 * rationals, in steps where rounding to a step decides.
 */
import { type Rational, rational } from '../numerics/index.ts';
import type { PolicyColumn, RecordedExpression } from './recorded.ts';

/** Numbers from low to high in whole steps; days or microseconds for moments. */
export interface SteppedRange {
  readonly low: Rational;
  readonly high: Rational;
  readonly step: Rational;
}

/** What is known of a column or an expression. */
export interface Known {
  /** Absent for text and truth values. */
  readonly span?: SteppedRange;
  /** Texts that are possible, where they are listed. */
  readonly texts?: readonly string[] | undefined;
  readonly perUnit: boolean;
  readonly isNull?: true;
}

export type KnownColumns = ReadonlyMap<string, Known>;

const { add, sub, mul, div, negate, compare, ratio, fromDecimal, one, zero } = rational;
const least = (...numbers: readonly Rational[]): Rational => numbers.reduce((a, b) => (compare(b, a) < 0 ? b : a));
const most = (...numbers: readonly Rational[]): Rational => numbers.reduce((a, b) => (compare(b, a) > 0 ? b : a));
const span = (low: Rational, high: Rational, step: Rational): SteppedRange => ({ low, high, step });
export const magnitude = ({ low, high }: Pick<SteppedRange, 'low' | 'high'>): Rational =>
  most(negate(low), low, high, negate(high));

const floorOf = ({ numerator, denominator }: Rational): bigint => {
  const cut = numerator / denominator;
  return cut * denominator > numerator ? cut - 1n : cut;
};
/** The whole number of steps at or below, at or above, nearest with halves up. */
const down = (x: Rational, step: Rational): Rational => mul(ratio(floorOf(div(x, step))), step);
const up = (x: Rational, step: Rational): Rational => negate(down(negate(x), step));
const nearest = (x: Rational, step: Rational): Rational => down(add(x, div(step, ratio(2n))), step);

/** The greatest step that both are whole numbers of. */
const common = (a: Rational, b: Rational): Rational =>
  ratio(
    rational.greatestCommonDivisor(a.numerator * b.denominator, b.numerator * a.denominator),
    a.denominator * b.denominator,
  );

/** The middle of a range, in whole steps and rounded down: what means and variances subtract from every value. */
export const centre = ({ low, high, step }: SteppedRange): Rational => down(div(add(low, high), ratio(2n)), step);
export const shifted = ({ low, high, step }: SteppedRange, by: Rational): SteppedRange =>
  span(sub(low, by), sub(high, by), step);

export function product(one: SteppedRange, other: SteppedRange): SteppedRange {
  const corners = [one.low, one.high].flatMap(a => [other.low, other.high].map(b => mul(a, b)));
  return span(least(...corners), most(...corners), mul(one.step, other.step));
}

/** Of one number with itself. */
export function square(of: SteppedRange): SteppedRange {
  const { low, high, step } = product(of, of);
  const nearestToZero = least(mul(of.low, of.low), mul(of.high, of.high));
  const crossesZero = compare(of.low, zero) <= 0 && compare(of.high, zero) >= 0;
  return span(most(low, crossesZero ? zero : nearestToZero), high, step);
}

const DAY = 86_400_000;
const dayOf = (text: string): Rational => ratio(BigInt(Math.floor(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY)));
const momentOf = (text: string): Rational => mul(dayOf(text), ratio(BigInt(DAY) * 1000n));

/** Numbers without bounds are what a machine can hold. */
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
      return { span: bounds(dayOf, ratio(4_000_000n)), perUnit };
    case 'timestamp':
      return { span: bounds(momentOf, ratio(2n ** 60n)), perUnit };
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
    case 'lower': {
      const { texts, perUnit } = of('operand');
      return { texts: texts?.map(lowerCase), perUnit };
    }
    case 'length': {
      const { texts = [], perUnit } = of('operand');
      const lengths = texts.map(value => ratio(BigInt([...value].length)));
      return {
        span: span(
          lengths.length === 0 ? zero : least(...lengths),
          lengths.length === 0 ? ratio(2n ** 31n - 1n) : most(...lengths),
          one,
        ),
        perUnit,
      };
    }
    case 'datePart':
      return { span: datePart(text('part'), spanOf(of('operand'))), perUnit: of('operand').perUnit };
    default:
      return { perUnit: partsOf(expression).every(part => known(part, columns).perUnit) };
  }
}

/** ASCII alone, as the plan's language says. */
const lowerCase = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase());

function literal(type: string, value: string | boolean | null): Known {
  if (value === null) return { perUnit: true, isNull: true, texts: [] };
  if (typeof value === 'boolean') return { perUnit: true };
  if (type === 'text') return { texts: [value], perUnit: true };
  const number = type === 'date' ? dayOf(value) : type === 'timestamp' ? momentOf(value) : fromDecimal(value);
  return { span: span(number, number, ratio(1n, number.denominator)), perUnit: true };
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
  const texts = valued.every(result => result.texts !== undefined)
    ? valued.flatMap(result => result.texts ?? [])
    : undefined;
  if (spans.length === 0) return { perUnit, texts, ...(valued.length === 0 && { span: span(zero, zero, one) }) };
  return {
    perUnit,
    span: span(
      least(...spans.map(({ low }) => low)),
      most(...spans.map(({ high }) => high)),
      [...spans.map(({ step }) => step), ...(valued.length < results.length ? [one] : [])].reduce(common),
    ),
  };
}

const PARTS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  month: [1n, 12n],
  day: [1n, 31n],
  dayOfWeek: [0n, 6n],
  hour: [0n, 23n],
};

function datePart(part: string, { low, high }: SteppedRange): SteppedRange {
  const yearOf = (moment: Rational): Rational => {
    const days =
      magnitude({ low: moment, high: moment }).numerator < 10_000_000n
        ? moment
        : div(moment, ratio(BigInt(DAY) * 1000n));
    return ratio(BigInt(new Date(Number(floorOf(days)) * DAY).getUTCFullYear()));
  };
  const [from, to] = PARTS[part]?.map(bound => ratio(bound)) ?? [yearOf(low), yearOf(high)];
  return span(from, to, one);
}

/** The expressions that one is made of. */
function partsOf(expression: RecordedExpression): readonly RecordedExpression[] {
  const isExpression = (value: unknown): value is RecordedExpression =>
    typeof value === 'object' && value !== null && 'kind' in value;
  return Object.values(expression).flatMap(value => (Array.isArray(value) ? value : [value]).filter(isExpression));
}
