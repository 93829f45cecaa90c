/** From an expression as it was asked to one that engines can compute: names found, types agreed, ranges known. */
import { rational } from '../../numerics/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { agreeing, isNothing } from './agreement.ts';
import { absolute, arithmetic, clamp, floored, negated, numeric, remainder, round } from './arithmetic.ts';
import { dayOf, instantOf } from './calendar.ts';
import { type CheckedExpression, constant, expressionOf } from './checked-expression.ts';
import type { Schema } from './columns.ts';
import { columnNamed, partsIn } from './columns.ts';
import { booleans, moments, nothing, numbers, texts, union } from './domain.ts';
import type { Expression, NodeOf } from './expression.ts';
import { extreme } from './extremes.ts';
import { converted, datePart, shifted, startOfUnit } from './moments.ts';
import { power } from './powers.ts';
import { concatenation, ending, inCase, lengthOf, matching, substring } from './texts.ts';

/** Deeper expressions are a mistake or an attack on the stack, and a root becomes four levels of an engine, which reads only so many. */
const DEPTH_MAX = 100;

/** More than any list of constants has; engines put what subqueries compute in the place of its name. */
const PARTS_MAX = 200_000;

type Of<Kind> = NodeOf<Expression, Kind>;
type Check = (expression: Expression) => CheckedExpression;
type Rule<Kind> = (expression: Of<Kind>, check: Check, schema: Schema) => CheckedExpression;

export function checkExpression(expression: Expression, schema: Schema): CheckedExpression {
  const checked = checkPart(expression, schema, 0);
  if (partsIn(checked, schema) <= PARTS_MAX) return checked;
  return refuse(
    'plan_too_large',
    `An expression has more than ${PARTS_MAX} parts once the columns that it reads are written out. Compute less in one value.`,
  );
}

function checkPart(expression: Expression, schema: Schema, depth: number): CheckedExpression {
  if (depth > DEPTH_MAX)
    return refuse(
      'plan_too_large',
      `An expression is nested more than ${DEPTH_MAX} levels deep. Define parts of it as columns first.`,
    );
  const check: Check = inner => checkPart(inner, schema, depth + 1);
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
      return refuse('bound_missing', `Column ${name} has no step in the policy. Add one, such as "step": 0.01.`);
    return expressionOf(domain, { kind: 'column', name });
  },
  literal: ({ type, value }) => literal(type, value),
  arithmetic: ({ operator, left, right }, check) => arithmetic(operator, check(left), check(right)),
  negate: ({ operand }, check) => negated(numeric(check(operand), 'What you negate')),
  absolute: ({ operand }, check) => absolute(numeric(check(operand), 'The argument of abs')),
  round: ({ operand, step }, check) => round(numeric(check(operand), 'What you round'), rational.fromDecimal(step)),
  floor: ({ operand, step }, check) =>
    floored(numeric(check(operand), 'The argument of floor'), rational.fromDecimal(step)),
  remainder: ({ left, right }, check) =>
    remainder(numeric(check(left), 'What you divide'), numeric(check(right), 'What you divide by')),
  power: ({ operand, exponent }, check) =>
    power(numeric(check(operand), 'The base of a power'), rational.fromDecimal(exponent)),
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
  greatest: ({ operands }, check) => extreme('greatest', operands.map(check)),
  least: ({ operands }, check) => extreme('least', operands.map(check)),
  lower: ({ operand }, check) => inCase('lower', check(operand)),
  upper: ({ operand }, check) => inCase('upper', check(operand)),
  length: ({ operand }, check) => lengthOf(check(operand)),
  substring: ({ operand, start, length }, check) => substring(check(operand), start, length),
  ending: ({ operand, length }, check) => ending(check(operand), length),
  concatenate: ({ operands }, check) => concatenation(operands.map(check)),
  startsWith: ({ kind, operand, pattern }, check) => matching(kind, check(operand), pattern),
  contains: ({ kind, operand, pattern }, check) => matching(kind, check(operand), pattern),
  datePart: ({ part, operand }, check) => datePart(part, check(operand)),
  startOf: ({ unit, operand }, check) => startOfUnit(unit, check(operand)),
  convert: ({ to, operand }, check) => converted(to, check(operand)),
  shift: ({ by, operand }, check) => shifted(check(operand), by),
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
    `${JSON.stringify(value)} is not a ${type}. Write it as YYYY-MM-DD, with THH:MM:SSZ for a timestamp.`,
  );
}

/** n/d in lowest terms is n steps of 1/d. */
function numericLiteral(text: string): CheckedExpression {
  const { numerator, denominator } = rational.fromDecimal(text);
  return constant(numbers(numerator, numerator, rational.ratio(1n, denominator)), numerator);
}

function junction({ kind, operands }: Of<'and' | 'or'>, check: Check): CheckedExpression {
  if (operands.length === 0) return constant(booleans, kind === 'and');
  const checked = operands.map(operand => condition(check(operand), `An operand of "${kind}"`));
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
