/** Makes the terms that `term.ts` promises: each method is one constructor of `typed.ts`. */
import type { Arithmetic, Comparison, DatePart, NamedExpression, ValueType } from '../plan/index.ts';
import { exactText } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type LiteralInput, literalOf } from './literal.ts';
import { columnOf, type Scope } from './scope.ts';
import type { Condition, IntegerTerm, NumberTerm, TermOfType, TextTerm } from './term.ts';
import * as make from './typed.ts';

type Typed = make.Typed;
type Operand = LiteralInput | Typed;

type Methods<Kind> = Omit<Kind, keyof Typed>;

const METHODS: { readonly [Type in ValueType]: (term: Typed) => Methods<TermOfType[Type]> } = {
  integer: numberMethods,
  number: numberMethods,
  text: textMethods,
  boolean: conditionMethods,
  date: term => ({ ...ordered(term), ...dateParts(term), minus: calculating(term, 'subtract') }),
  timestamp: term => ({ ...ordered(term), ...dateParts(term), hour: () => partOf('hour', term) }),
};

/** The term of a typed expression. */
export const termOf = <Type extends ValueType>(typed: Typed & { readonly type: Type }): TermOfType[Type] =>
  // The table serves every type; the compiler cannot follow its index back to `Type`.
  Object.freeze({ ...typed, ...METHODS[typed.type](typed) }) as unknown as TermOfType[Type];

/** A term as it is, a plain value as a literal of the type it meets. */
export function operandOf(type: ValueType, operand: Operand): Typed {
  if (make.isTyped(operand)) return operand;
  const wayOut = type === 'date' || type === 'timestamp' ? ' Write it as ISO text, such as 2026-01-31.' : '';
  return (
    literalOf(type, operand) ?? refuse('type_mismatch', `${JSON.stringify(String(operand))} is no ${type}.${wayOut}`)
  );
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
  isOneOf: (values: readonly LiteralInput[]) => {
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
    clamped: (low, high) => numeric(make.clamp(term, exactText(low), exactText(high))),
  };
}

function textMethods(term: Typed): Methods<TextTerm> {
  return {
    ...comparable(term),
    startsWith: pattern => condition(make.startsWith(term, pattern)),
    contains: pattern => condition(make.contains(term, pattern)),
    lower: () => termOf({ ...make.lower(term), type: 'text' }),
    length: () => numeric(make.length(term)),
  };
}

const partOf = (part: DatePart, term: Typed): IntegerTerm => numeric(make.datePart(part, term));

const dateParts = (term: Typed) => ({
  year: () => partOf('year', term),
  month: () => partOf('month', term),
  day: () => partOf('day', term),
  dayOfWeek: () => partOf('dayOfWeek', term),
});

/** The columns that a lambda sees. A name that is not there is refused when it is read, for those who write JavaScript. */
export const rowOf = <Shape>(scope: Scope): Shape =>
  // What `Shape` promises by its keys, the scope holds by the same names.
  new Proxy({}, { get: (_, name) => termOf(columnOf(scope, String(name))) }) as Shape;

export const named = ([name, { expression }]: readonly [string, Typed]): NamedExpression => ({ name, expression });
