/**
 * Checked expressions in SQL. The plan has proved every range, so plain integers suffice and nothing can overflow;
 * what an engine would throw on, such as division by zero, is never reached.
 */
import type { CheckedExpression, Comparison, DatePart } from '../plan/index.ts';
import { clamped, floorQuotient, floorRemainder, halvesUp, whole } from './arithmetic.ts';
import type { Dialect } from './dialects/dialect.ts';
import { type Fragment, join, parameter, sql, word } from './fragment.ts';
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
  lower: ({ operand }, scope) =>
    sql`translate(${lowerExpression(operand, scope)}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`,
  length: ({ operand }, scope) => whole(sql`length(${lowerExpression(operand, scope)})`, scope.dialect),
  startsWith: ({ operand, pattern }, scope) =>
    sql`starts_with(${lowerExpression(operand, scope)}, ${parameter('text', pattern)})`,
  contains: ({ operand, pattern }, scope) =>
    sql`(strpos(${lowerExpression(operand, scope)}, ${parameter('text', pattern)}) > 0)`,
  datePart: ({ part, operand }, scope) =>
    operand.domain.type === 'date'
      ? dayPart(part, lowerExpression(operand, scope), scope.dialect)
      : momentPart(part, single(operand, scope), scope.dialect),
};

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
  ) => sql`(${lowerExpression(left, scope)} ${sign} ${lowerExpression(right, scope)})`;
}

const FIELDS: Readonly<Record<Exclude<DatePart, 'hour'>, Fragment>> = {
  year: sql`year`,
  month: sql`month`,
  day: sql`day`,
  dayOfWeek: sql`dow`,
};

const dayPart = (part: DatePart, days: Fragment, dialect: Dialect): Fragment =>
  part === 'hour'
    ? parameter('integer', 0n)
    : whole(sql`extract(${FIELDS[part]} FROM ${dialect.dateOf(days)})`, dialect);

const MICROSECONDS_PER_DAY = parameter('integer', 86_400_000_000n);
const MICROSECONDS_PER_HOUR = parameter('integer', 3_600_000_000n);

function momentPart(part: DatePart, microseconds: Fragment, dialect: Dialect): Fragment {
  if (part !== 'hour') return dayPart(part, floorQuotient(microseconds, MICROSECONDS_PER_DAY, dialect), dialect);
  const time = floorRemainder(microseconds, MICROSECONDS_PER_DAY);
  return whole(dialect.quotient(time, MICROSECONDS_PER_HOUR), dialect);
}
