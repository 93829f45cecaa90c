/** From an expression as it was asked to one that engines can compute: names found, types agreed, ranges known. */
import { rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { dayOf, instantOf, partOf } from '../calendar.ts';
import { type CheckedExpression, constant, expressionOf } from '../checked-expression.ts';
import type { Schema } from '../columns.ts';
import { columnNamed } from '../columns.ts';
import { booleans, type Domain, integers, moments, nothing, numbers, texts, union } from '../domain.ts';
import type { DatePart, Expression, NodeOf } from '../expression.ts';
import { lowerCase } from '../value.ts';
import { agreeing, isNothing } from './agreement.ts';
import { absolute, arithmetic, clamp, negated, numeric, round } from './arithmetic.ts';

/** Deeper expressions are a mistake or an attack on the stack. */
const DEPTH_MAX = 200;

type Of<Kind> = NodeOf<Expression, Kind>;
type Check = (expression: Expression) => CheckedExpression;
type Rule<Kind> = (expression: Of<Kind>, check: Check, schema: Schema) => CheckedExpression;

export function checkExpression(expression: Expression, schema: Schema, depth = 0): CheckedExpression {
  if (depth > DEPTH_MAX)
    return refuse('plan_too_large', `An expression is nested deeper than ${DEPTH_MAX} levels; derive its parts first.`);
  const check: Check = inner => checkExpression(inner, schema, depth + 1);
  const rule = rules[expression.kind] as Rule<Expression['kind']>;
  return rule(expression, check, schema);
}

/** A condition for `where`, `case` and the like. */
export function condition(expression: CheckedExpression, role: string): CheckedExpression {
  if (expression.domain.type === 'boolean') return expression;
  return refuse('type_mismatch', `${role} must be true or false; it is of type ${expression.domain.type}.`);
}

const rules: { readonly [Kind in Expression['kind']]: Rule<Kind> } = {
  column: ({ name }, _check, schema) => {
    const { domain, undecided } = columnNamed(schema, name);
    if (undecided)
      return refuse('bound_missing', `Column ${name} has no step in the policy; give it one, such as "step": 0.01.`);
    return expressionOf(domain, { kind: 'column', name });
  },
  literal: ({ type, value }) => literal(type, value),
  arithmetic: ({ operator, left, right }, check) => arithmetic(operator, check(left), check(right)),
  negate: ({ operand }, check) => negated(numeric(check(operand), 'What you negate')),
  absolute: ({ operand }, check) => absolute(numeric(check(operand), 'The argument of abs')),
  round: ({ operand, step }, check) => round(numeric(check(operand), 'What you round'), rational.fromDecimal(step)),
  clamp: ({ operand, low, high }, check) =>
    clamp(numeric(check(operand), 'What you clamp'), rational.fromDecimal(low), rational.fromDecimal(high)),
  comparison: ({ operator, left: one, right: other }, check) => {
    const [left, right] = agreeing([check(one), check(other)], 'The two sides of a comparison');
    return expressionOf(booleans, { kind: 'comparison', operator, left, right });
  },
  and: junction,
  or: junction,
  not: ({ operand }, check) =>
    expressionOf(booleans, { kind: 'not', operand: condition(check(operand), 'What you negate') }),
  isNull: ({ operand }, check) => expressionOf(booleans, { kind: 'isNull', operand: check(operand) }),
  in: ({ operand, values }, check) =>
    junction(
      { kind: 'or', operands: values.map(right => ({ kind: 'comparison', operator: 'equal', left: operand, right })) },
      check,
    ),
  case: choice,
  lower: ({ operand }, check) => {
    const text = textual(check(operand), 'The argument of lower');
    return expressionOf(texts(text.values?.map(lowerCase)), { kind: 'lower', operand: text.expression });
  },
  length: ({ operand }, check) => {
    const text = textual(check(operand), 'The argument of length');
    return expressionOf(lengths(text.values), { kind: 'length', operand: text.expression });
  },
  startsWith: matching,
  contains: matching,
  datePart: ({ part, operand }, check) => datePart(part, check(operand)),
};

function literal(type: Of<'literal'>['type'], value: Of<'literal'>['value']): CheckedExpression {
  if (value === null) return constant(nothing(type), null);
  if (type === 'boolean' && typeof value === 'boolean') return constant(booleans, value);
  if (typeof value !== 'string') return refuse('type_mismatch', `A literal of type ${type} is written as text.`);
  if (type === 'text') return constant(texts([value]), value);
  if (type === 'integer' || type === 'number') return numericLiteral(value);
  const moment = type === 'date' ? dayOf(value) : type === 'timestamp' ? instantOf(value) : undefined;
  if (moment !== undefined) return constant(moments(type as 'date' | 'timestamp', moment, moment, true), moment);
  return refuse(
    'type_mismatch',
    `${JSON.stringify(value)} is no ${type}; write it as YYYY-MM-DD, with THH:MM:SSZ for a timestamp.`,
  );
}

/** n/d in lowest terms is n steps of 1/d. */
function numericLiteral(text: string): CheckedExpression {
  const { numerator, denominator } = rational.fromDecimal(text);
  return constant(numbers(numerator, numerator, rational.ratio(1n, denominator)), numerator);
}

function junction({ kind, operands }: Of<'and' | 'or'>, check: Check): CheckedExpression {
  if (operands.length === 0) return constant(booleans, kind === 'and');
  const checked = operands.map(operand => condition(check(operand), `What stands beside "${kind}"`));
  return expressionOf(booleans, { kind, operands: Object.freeze(checked) });
}

function choice({ branches, otherwise }: Of<'case'>, check: Check): CheckedExpression {
  // SQL has no such case, and its engines would say so only after the charge
  if (branches.length === 0) return check(otherwise);
  const conditions = branches.map(({ when }) => condition(check(when), 'The condition of a case'));
  const results = agreeing([...branches.map(({ then }) => then), otherwise].map(check), 'The results of a case');
  // a null result adds no value to the domain
  const valued = results.filter(result => !isNothing(result));
  const domain = (valued.length > 0 ? valued : results).map(result => result.domain).reduce(union);
  const checked = conditions.map((when, i) => Object.freeze({ when, result: results[i] }));
  return expressionOf(domain, {
    kind: 'case',
    branches: Object.freeze(checked),
    otherwise: results[conditions.length],
  });
}

interface Textual {
  readonly expression: CheckedExpression;
  readonly values: readonly string[] | undefined;
}

function textual(expression: CheckedExpression, role: string): Textual {
  if (expression.domain.type === 'text') return { expression, values: expression.domain.values };
  return refuse('type_mismatch', `${role} must be text; it is of type ${expression.domain.type}.`);
}

/** No engine holds longer texts. */
const LENGTH_MAX = 2n ** 31n - 1n;

function lengths(values: readonly string[] | undefined): Domain {
  const known = values?.map(value => [...value].length) ?? [];
  if (known.length === 0) return integers(0n, LENGTH_MAX, false);
  return integers(BigInt(Math.min(...known)), BigInt(Math.max(...known)));
}

function matching({ kind, operand, pattern }: Of<'startsWith' | 'contains'>, check: Check): CheckedExpression {
  const { expression } = textual(check(operand), 'What is searched');
  return expressionOf(booleans, { kind, operand: expression, pattern });
}

const PARTS: Readonly<Record<Exclude<DatePart, 'year'>, readonly [bigint, bigint]>> = {
  month: [1n, 12n],
  day: [1n, 31n],
  dayOfWeek: [0n, 6n],
  hour: [0n, 23n],
};

function datePart(part: DatePart, operand: CheckedExpression): CheckedExpression {
  const { domain } = operand;
  if ((domain.type !== 'date' && domain.type !== 'timestamp') || (domain.type === 'date' && part === 'hour'))
    return refuse('type_mismatch', `There is no ${part} in a value of type ${domain.type}.`);
  const { type, low, high, bounded } = domain;
  const range =
    part === 'year'
      ? integers(partOf('year', type, low), partOf('year', type, high), bounded)
      : integers(...PARTS[part]);
  return expressionOf(range, { kind: 'datePart', part, operand });
}
