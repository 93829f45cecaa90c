/** Makes the terms that `term.ts` promises: each method is one constructor of `typed.ts`. */
import type { Arithmetic, Comparison, DatePart, DateUnit, ValueType } from '../plan/expressions/index.ts';
import type { NamedExpression } from '../plan/index.ts';
import { exactText } from '../source/values/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type LiteralInput, literalOf } from './literal.ts';
import { columnOf, type Scope } from './scope.ts';
import type { Condition, DateTerm, IntegerTerm, NumberTerm, TermOfType, TextTerm, TimestampTerm } from './term.ts';
import * as make from './typed.ts';

type Typed = make.Typed;
type Operand = LiteralInput | Date | Typed;

type Methods<Kind> = Omit<Kind, keyof Typed>;

const METHODS: { readonly [Type in ValueType]: (term: Typed) => Methods<TermOfType[Type]> } = {
  integer: numberMethods,
  number: numberMethods,
  text: textMethods,
  boolean: conditionMethods,
  date: dateMethods,
  timestamp: timestampMethods,
};

/** The term of a typed expression. */
export const termOf = <Type extends ValueType>(typed: Typed & { readonly type: Type }): TermOfType[Type] =>
  // The table serves every type; the compiler cannot follow its index back to `Type`.
  Object.freeze({ ...typed, ...METHODS[typed.type](typed) }) as unknown as TermOfType[Type];

/** A term as it is, a plain value as a literal of the type it meets. */
export function operandOf(type: ValueType, operand: Operand): Typed {
  if (make.isTyped(operand)) return operand;
  const wayOut = type === 'date' || type === 'timestamp' ? ' Write it in ISO format, such as 2026-01-31.' : '';
  const given = operand instanceof Date ? isoText(type, operand) : operand;
  return (
    (given === undefined ? undefined : literalOf(type, given)) ??
    refuse('type_mismatch', `${JSON.stringify(String(operand))} is no ${type}.${wayOut}`)
  );
}

/** An instant; a day only where it is midnight in UTC, as of `new Date('2026-01-31')`: elsewhere nobody knows which day is meant. */
function isoText(type: ValueType, given: Date): string | undefined {
  if (Number.isNaN(given.getTime())) return undefined;
  if (type === 'timestamp') return given.toISOString();
  return type === 'date' ? given.toISOString().replace(/T00:00:00\.000Z$/, '') : undefined;
}

const condition = (typed: Typed): Condition => termOf({ ...typed, type: 'boolean' });

/** Whether a number is whole is the plan's to say: the methods are the same. */
const numeric = (typed: Typed): IntegerTerm => termOf(typed as Typed & { readonly type: 'integer' });

const comparing = (term: Typed, operator: Comparison) => (value: Operand) =>
  condition(make.compare(operator, term, operandOf(term.type, value)));

const comparable = (term: Typed) => ({
  isMissing: () => condition(make.isNull(term)),
  is: comparing(term, 'equal'),
  isNot: comparing(term, 'notEqual'),
  isOneOf: (values: readonly (LiteralInput | Date)[]) => {
    const listed = values.map(value => operandOf(term.type, value));
    return condition(make.isIn(term, listed));
  },
});

const ordered = (term: Typed) => ({
  ...comparable(term),
  atLeast: comparing(term, 'atLeast'),
  atMost: comparing(term, 'atMost'),
  above: comparing(term, 'greater'),
  below: comparing(term, 'less'),
  between: (low: Operand, high: Operand) =>
    condition(make.between(term, operandOf(term.type, low), operandOf(term.type, high))),
});

function conditionMethods(term: Typed): Methods<Condition> {
  return {
    ...comparable(term),
    and: (...others) => condition(make.all([term, ...others.map(make.typedIn)])),
    or: (...others) => condition(make.any([term, ...others.map(make.typedIn)])),
    not: () => condition(make.not(term)),
  };
}

const calculating = (term: Typed, operator: Arithmetic) => (value: Operand) =>
  numeric(make.arithmetic(operator, term, operandOf(term.type, value)));

function numberMethods(term: Typed): Methods<NumberTerm> {
  return {
    ...ordered(term),
    plus: calculating(term, 'add'),
    minus: calculating(term, 'subtract'),
    times: calculating(term, 'multiply'),
    dividedBy: calculating(term, 'divide'),
    negated: () => numeric(make.negate(term)),
    absolute: () => numeric(make.absolute(term)),
    rounded: (step: number = 1) => numeric(make.round(term, exactText(step))),
    floor: (step: number = 1) => numeric(make.floor(term, exactText(step))),
    ceiling: (step: number = 1) => numeric(make.ceiling(term, exactText(step))),
    remainder: value => numeric(make.remainder(term, operandOf(term.type, value))),
    largest: (...others) =>
      numeric(make.extreme('greatest', [term, ...others.map(other => operandOf(term.type, other))])),
    smallest: (...others) =>
      numeric(make.extreme('least', [term, ...others.map(other => operandOf(term.type, other))])),
    toPower: exponent => numeric(make.power(term, exactText(exponent))),
    clamped: (low, high) => numeric(make.clamp(term, exactText(low), exactText(high))),
  };
}

const text = (typed: Typed): TextTerm => termOf({ ...typed, type: 'text' });

function textMethods(term: Typed): Methods<TextTerm> {
  return {
    ...comparable(term),
    startsWith: pattern => condition(make.startsWith(term, pattern)),
    contains: pattern => condition(make.contains(term, pattern)),
    lower: () => text(make.lower(term)),
    upper: () => text(make.upper(term)),
    part: (start, length) => text(make.substring(term, start, length)),
    ending: length => text(make.ending(term, length)),
    followedBy: (...others) => text(make.concatenate([term, ...others.map(other => operandOf('text', other))])),
    length: () => numeric(make.length(term)),
  };
}

const partOf = (part: DatePart, term: Typed): IntegerTerm => numeric(make.datePart(part, term));

const dateParts = (term: Typed) => ({
  year: () => partOf('year', term),
  quarter: () => partOf('quarter', term),
  month: () => partOf('month', term),
  week: () => partOf('week', term),
  day: () => partOf('day', term),
  dayOfWeek: () => partOf('dayOfWeek', term),
  isoDayOfWeek: () => partOf('isoDayOfWeek', term),
  dayOfYear: () => partOf('dayOfYear', term),
});

const MICROSECONDS_PER_HOUR = 3_600_000_000n;

const wholeOf = (number: number): bigint =>
  Number.isSafeInteger(number)
    ? BigInt(number)
    : refuse('value_out_of_range', 'A moment is moved by whole days or hours.');

function dateMethods(term: Typed): Methods<DateTerm> {
  const date = (typed: Typed): DateTerm => termOf({ ...typed, type: 'date' });
  return {
    ...ordered(term),
    ...dateParts(term),
    minus: calculating(term, 'subtract'),
    startOf: unit => date(make.startOf(unit, term)),
    plusDays: days => date(make.shift(term, wholeOf(days))),
  };
}

function timestampMethods(term: Typed): Methods<TimestampTerm> {
  const moment = (typed: Typed): TimestampTerm => termOf({ ...typed, type: 'timestamp' });
  return {
    ...ordered(term),
    ...dateParts(term),
    hour: () => partOf('hour', term),
    minute: () => partOf('minute', term),
    startOf: (unit: DateUnit) => moment(make.startOf(unit, term)),
    date: () => termOf({ ...make.convert('date', term), type: 'date' }),
    plusDays: days => moment(make.shift(term, wholeOf(days) * 24n * MICROSECONDS_PER_HOUR)),
    plusHours: hours => moment(make.shift(term, wholeOf(hours) * MICROSECONDS_PER_HOUR)),
  };
}

/** The columns that a lambda sees. A name that is not there is refused when it is read, for those who write JavaScript. */
export const rowOf = <Shape>(scope: Scope): Shape =>
  // What `Shape` promises by its keys, the scope holds by the same names.
  new Proxy({}, { get: (_, name) => termOf(columnOf(scope, String(name))) }) as Shape;

export const named = ([name, { expression }]: readonly [string, Typed]): NamedExpression => ({ name, expression });
