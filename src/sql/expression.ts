/**
 * Checked expressions in SQL. The plan has proved every range, so plain integers suffice and nothing can overflow;
 * what an engine would throw on, such as division by zero, is never reached.
 */
import type { CheckedExpression, Comparison } from '../plan/expressions/index.ts';
import { clamped, floorQuotient, halvesUp, rootBelow, whole } from './arithmetic.ts';
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, join, parameter, sql, word } from './fragment.ts';
import { dayPart, dayStart, momentPart, momentStart } from './moments.ts';
import { typeOf } from './value-type.ts';

export interface ExpressionContext {
  readonly dialect: Dialect;
  readonly column: (name: string) => Fragment;
  /** Computes a piece once, before what uses it: a piece that is written twice must not hold another such piece. */
  readonly once: (piece: Fragment) => Fragment;
}

type Of<Kind> = CheckedExpression & { readonly kind: Kind };
type Lower<Kind> = (expression: Of<Kind>, scope: ExpressionContext) => Fragment;

export const lowerExpression = (expression: CheckedExpression, scope: ExpressionContext): Fragment =>
  (lowerings[expression.kind] as Lower<CheckedExpression['kind']>)(expression, scope);

const lowerings: { readonly [Kind in CheckedExpression['kind']]: Lower<Kind> } = {
  column: ({ name }, { column }) => column(name),
  constant: ({ value, domain }) => parameter(typeOf(domain), value),
  add: infix('+'),
  subtract: infix('-'),
  multiply: infix('*'),
  quotient: ({ left, right }, scope) => halvesUp(single(left, scope), single(right, scope), scope.dialect),
  floorQuotient: ({ left, right }, scope) =>
    floorQuotient(single(left, scope), lowerExpression(right, scope), scope.dialect),
  remainder: ({ left, right }, scope) => {
    const [dividend, divisor] = [lowerExpression(left, scope), single(right, scope)];
    return sql`CASE WHEN ${divisor} <> 0 THEN (${dividend} % ${divisor}) END`;
  },
  root: ({ operand }, scope) => rootBelow(single(operand, scope), scope.once, scope.dialect),
  negate: ({ operand }, scope) => sql`(-${lowerExpression(operand, scope)})`,
  absolute: ({ operand }, scope) => sql`abs(${lowerExpression(operand, scope)})`,
  clamp: ({ operand, low, high }, scope) => clamped(single(operand, scope), low, high),
  comparison: ({ operator, left, right }, scope) => {
    const [one, other] = [lowerExpression(left, scope), lowerExpression(right, scope)];
    return sql`(${left.domain.type === 'text' ? scope.dialect.bytes(one) : one} ${SIGNS[operator]} ${other})`;
  },
  and: ({ operands }, scope) =>
    sql`(${join(
      operands.map(operand => lowerExpression(operand, scope)),
      ' AND ',
    )})`,
  or: ({ operands }, scope) =>
    sql`(${join(
      operands.map(operand => lowerExpression(operand, scope)),
      ' OR ',
    )})`,
  not: ({ operand }, scope) => sql`(NOT ${lowerExpression(operand, scope)})`,
  isNull: ({ operand }, scope) => sql`(${lowerExpression(operand, scope)} IS NULL)`,
  case: ({ branches, otherwise }, scope) => {
    const whens = branches.map(
      ({ when, result }) => sql`WHEN ${lowerExpression(when, scope)} THEN ${lowerExpression(result, scope)} `,
    );
    return sql`CASE ${join(whens, '')}ELSE ${lowerExpression(otherwise, scope)} END`;
  },
  greatest: extreme('greatest'),
  least: extreme('least'),
  lower: ({ operand }, scope) => sql`translate(${lowerExpression(operand, scope)}, ${UPPER}, ${LOWER})`,
  upper: ({ operand }, scope) => sql`translate(${lowerExpression(operand, scope)}, ${LOWER}, ${UPPER})`,
  substring: ({ operand, start, length }, scope) =>
    sql`substr(${lowerExpression(operand, scope)}, ${small(start)}, ${small(length)})`,
  ending: ({ operand, length }, scope) =>
    length === 0
      ? sql`substr(${lowerExpression(operand, scope)}, 1, 0)`
      : scope.dialect.ending(single(operand, scope), small(length)),
  concatenate: ({ operands }, scope) =>
    sql`(${join(
      operands.map(operand => lowerExpression(operand, scope)),
      ' || ',
    )})`,
  length: ({ operand }, scope) => whole(sql`length(${lowerExpression(operand, scope)})`, scope.dialect),
  startsWith: ({ operand, pattern }, scope) =>
    sql`starts_with(${lowerExpression(operand, scope)}, ${parameter('text', pattern)})`,
  contains: ({ operand, pattern }, scope) =>
    sql`(strpos(${lowerExpression(operand, scope)}, ${parameter('text', pattern)}) > 0)`,
  datePart: ({ part, operand }, scope) =>
    operand.domain.type === 'date'
      ? dayPart(part, lowerExpression(operand, scope), scope.dialect)
      : momentPart(part, single(operand, scope), scope.dialect),
  startOf: ({ unit, operand }, scope) =>
    operand.domain.type === 'date'
      ? dayStart(unit, single(operand, scope), scope.dialect)
      : momentStart(unit, single(operand, scope), scope),
};

const UPPER = sql`'ABCDEFGHIJKLMNOPQRSTUVWXYZ'`;
const LOWER = sql`'abcdefghijklmnopqrstuvwxyz'`;

/** A count of characters: engines take no larger type there. */
const small = (count: number): Fragment => word(String(count));

function extreme(name: 'greatest' | 'least') {
  return ({ operands }: { readonly operands: readonly CheckedExpression[] }, scope: ExpressionContext): Fragment => {
    const values = operands.map(operand => {
      const lowered = single(operand, scope);
      return operand.domain.type === 'text' ? scope.dialect.bytes(lowered) : lowered;
    });
    return scope.dialect[name](values);
  };
}

const SIGNS: Readonly<Record<Comparison, Fragment>> = {
  equal: sql`=`,
  notEqual: sql`<>`,
  less: sql`<`,
  atMost: sql`<=`,
  greater: sql`>`,
  atLeast: sql`>=`,
};

/** Something short enough to be written several times. */
function single(expression: CheckedExpression, scope: ExpressionContext): Fragment {
  const lowered = lowerExpression(expression, scope);
  return expression.kind === 'column' || expression.kind === 'constant' ? lowered : scope.once(lowered);
}

function infix(operator: '+' | '-' | '*') {
  const sign = word(operator);
  return (
    { left, right }: { readonly left: CheckedExpression; readonly right: CheckedExpression },
    scope: ExpressionContext,
  ): Fragment => {
    // a square is written as what it is of, twice
    const [one, other] =
      left === right ? [single(left, scope)] : [left, right].map(each => lowerExpression(each, scope));
    return sql`(${one} ${sign} ${other ?? one})`;
  };
}
