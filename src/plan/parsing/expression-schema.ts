/** The shape of an expression that comes from outside. */
import * as z from 'zod/mini';
import { day, instant } from '../../source/values/index.ts';
import type { Expression, NodeOf, ValueType } from '../expressions/expression.ts';
import type { NamedExpression } from '../plan.ts';
import {
  decimal,
  isDecimal,
  isText,
  listOf,
  type NodeSchema,
  nodes,
  oneOf,
  record,
  ruled,
  text,
  whole,
} from './node-bricks.ts';

const LITERALS: Readonly<Record<ValueType, { holds: (value: string | boolean) => boolean; rule: string }>> = {
  integer: {
    holds: value => isDecimal(value) && !value.includes('.'),
    rule: 'a whole number in plain digits, as text',
  },
  number: { holds: isDecimal, rule: 'a number in plain digits, as text' },
  text: { holds: isText, rule: 'a well-formed text without NUL' },
  boolean: { holds: value => typeof value === 'boolean', rule: 'true or false' },
  date: { holds: value => isText(value) && day(value)?.text === value, rule: 'a date such as 2026-11-30' },
  timestamp: {
    holds: value => isText(value) && instant(value)?.text === value,
    rule: 'a time such as 2026-11-30T12:00:00.000000Z',
  },
};

const literalRule = z.refine<NodeOf<Expression, 'literal'>>(
  ({ type, value }) => value === null || LITERALS[type].holds(value),
  {
    path: ['value'],
    error: ({ input }) => `must be ${LITERALS[(input as NodeOf<Expression, 'literal'>).type].rule}, or null`,
  },
);

const datePart = oneOf(
  'year',
  'quarter',
  'month',
  'day',
  'dayOfWeek',
  'isoDayOfWeek',
  'dayOfYear',
  'week',
  'isoYear',
  'hour',
  'minute',
);
const dateUnit = oneOf('year', 'quarter', 'month', 'week', 'day', 'hour');
const wholeText = ruled<string>(value => LITERALS.integer.holds(value as string), LITERALS.integer.rule);
const valueType = oneOf('integer', 'number', 'text', 'boolean', 'date', 'timestamp');
export const expression: NodeSchema<Expression> = z.lazy(() =>
  nodes<Expression>(
    {
      column: { name: text },
      literal: {
        type: valueType,
        value: ruled(
          value => value === null || ['string', 'boolean'].includes(typeof value),
          'text, true, false or null',
        ),
      },
      arithmetic: { operator: oneOf('add', 'subtract', 'multiply', 'divide'), left: expression, right: expression },
      negate: { operand: expression },
      absolute: { operand: expression },
      round: { operand: expression, step: decimal },
      floor: { operand: expression, step: decimal },
      remainder: { left: expression, right: expression },
      power: { operand: expression, exponent: decimal },
      clamp: { operand: expression, low: decimal, high: decimal },
      comparison: {
        operator: oneOf('equal', 'notEqual', 'less', 'atMost', 'greater', 'atLeast'),
        left: expression,
        right: expression,
      },
      and: { operands: expressions },
      or: { operands: expressions },
      not: { operand: expression },
      isNull: { operand: expression },
      in: { operand: expression, values: expressions },
      case: { branches: listOf(branch), otherwise: expression },
      greatest: { operands: expressions },
      least: { operands: expressions },
      lower: { operand: expression },
      upper: { operand: expression },
      length: { operand: expression },
      substring: { operand: expression, start: whole, length: whole },
      ending: { operand: expression, length: whole },
      concatenate: { operands: expressions },
      startsWith: { operand: expression, pattern: text },
      contains: { operand: expression, pattern: text },
      datePart: { operand: expression, part: datePart },
      startOf: { operand: expression, unit: dateUnit },
      convert: { operand: expression, to: oneOf('date', 'timestamp') },
      shift: { operand: expression, by: wholeText },
    },
    { literal: literalRule },
  ),
);
const expressions = listOf(expression);
export const named = record<NamedExpression>({ name: text, expression });
// biome-ignore lint/suspicious/noThenProperty: the plan's own word, and nobody awaits a plan
const branch = record<NodeOf<Expression, 'case'>['branches'][number]>({ when: expression, then: expression });
