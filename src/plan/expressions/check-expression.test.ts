import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import {
  arithmetic,
  choice,
  column,
  compare,
  date,
  nothing,
  number,
  text,
} from '../../../test/support/plan-builders.ts';
import { loadPolicy } from '../../source/index.ts';
import type { Domain } from '../domain.ts';
import type { Expression } from '../expression.ts';
import { schemaOf } from '../operators/scanned-columns.ts';
import { checkExpression } from './check-expression.ts';

const policy = await loadPolicy(hospital);
const schema = schemaOf(policy.tables.visits.columns);
const domainOf = (expression: Expression): Domain => checkExpression(expression, schema).domain;

const range = (expression: Expression): string => {
  const domain = domainOf(expression);
  if (!('low' in domain)) return domain.type;
  const { numerator, denominator } = domain.step;
  return `${domain.type} ${domain.low}..${domain.high} of ${numerator}/${denominator}${domain.bounded ? '' : ', open'}`;
};

const [age, cost, postcode, seen, arrived] = ['age', 'cost', 'postcode', 'seen', 'arrived'].map(column);

describe('types and exact public ranges', () => {
  test.each<[string, Expression, string]>([
    ['an integer', age, 'integer 0..120 of 1/1'],
    ['a number in steps', cost, 'number 0..1000000 of 1/100'],
    ['a literal', number('-2.50'), 'number -5..-5 of 1/2'],
    ['a sum goes to the common step', arithmetic(age, 'add', cost), 'number 0..1012000 of 1/100'],
    ['a difference', arithmetic(age, 'subtract', number('0.5')), 'number -1..239 of 1/2'],
    ['a product multiplies steps', arithmetic(cost, 'multiply', number('0.19')), 'number 0..19000000 of 1/10000'],
    ['division by a constant is exact', arithmetic(age, 'divide', number('7')), 'number 0..120 of 1/7'],
    ['division by a negative constant', arithmetic(age, 'divide', number('-0.5')), 'integer -120..0 of 2/1'],
    ['division by what varies', arithmetic(age, 'divide', age), 'number 0..120000 of 1/1000'],
    ['rounding to a larger step', { kind: 'round', operand: cost, step: '100' }, 'integer 0..100 of 100/1'],
    ['rounding to a smaller step', { kind: 'round', operand: age, step: '0.5' }, 'number 0..240 of 1/2'],
    [
      'clamping inwards to whole steps',
      { kind: 'clamp', operand: cost, low: '0.001', high: '9.999' },
      'number 1..999 of 1/100',
    ],
    ['absolute', { kind: 'absolute', operand: arithmetic(age, 'subtract', number('100')) }, 'integer 0..100 of 1/1'],
    ['negation', { kind: 'negate', operand: age }, 'integer -120..0 of 1/1'],
    ['days between', arithmetic(seen, 'subtract', date('2026-12-31')), 'integer -2556..0 of 1/1'],
    ['a year', { kind: 'datePart', part: 'year', operand: seen }, 'integer 2020..2026 of 1/1'],
    ['an hour', { kind: 'datePart', part: 'hour', operand: arrived }, 'integer 0..23 of 1/1'],
    ['length of listed texts', { kind: 'length', operand: column('ward') }, 'integer 1..1 of 1/1'],
    ['length of any text', { kind: 'length', operand: column('town') }, 'integer 0..2147483647 of 1/1, open'],
    ['a case of numbers', choice(compare(age, 'less', number('18')), number('0.5'), age), 'number 0..240 of 1/2'],
    ['a case with null', choice(column('urgent'), nothing, number('7')), 'integer 7..7 of 1/1'],
    ['comparing steps', compare(cost, 'less', number('0.005')), 'boolean'],
    ['comparing with null', compare(age, 'equal', nothing), 'boolean'],
    ['a list', { kind: 'in', operand: column('ward'), values: [text('A'), nothing] }, 'boolean'],
  ])('%s', (_name, expression, expected) => expect(range(expression)).toBe(expected));

  test('texts keep their public list', () => {
    expect(domainOf({ kind: 'lower', operand: column('ward') })).toEqual({ type: 'text', values: ['a', 'b', 'c'] });
    const old = choice(compare(age, 'atLeast', number('65')), text('old'), text('young'));
    expect(domainOf(old)).toEqual({ type: 'text', values: ['old', 'young'] });
    expect(domainOf(choice(column('urgent'), column('town'), text('x')))).toEqual({ type: 'text' });
  });

  test('a square is not negative', () => {
    const shifted = checkExpression(arithmetic(age, 'subtract', number('60')), schema);
    expect(shifted.domain).toMatchObject({ low: -60n, high: 60n });
  });
});

const nested = (depth: number): Expression => (depth === 0 ? age : { kind: 'negate', operand: nested(depth - 1) });

describe('refusals', () => {
  test.each<[string, Expression, string]>([
    ['a column that is not there', column('agee'), 'unknown_column'],
    ['a prototype is no column', column('constructor'), 'unknown_column'],
    ['a number without step', column('weight'), 'bound_missing'],
    ['text added', arithmetic(age, 'add', column('town')), 'type_mismatch'],
    ['a date compared with text', compare(seen, 'less', text('2020-01-01')), 'type_mismatch'],
    ['results of two types', choice(column('urgent'), age, text('x')), 'type_mismatch'],
    ['a condition that is a number', { kind: 'and', operands: [age] }, 'type_mismatch'],
    ['the hour of a day', { kind: 'datePart', part: 'hour', operand: seen }, 'type_mismatch'],
    ['no such day', date('2023-02-29'), 'type_mismatch'],
    ['no number', number('0x10'), 'value_out_of_range'],
    ['no step', { kind: 'round', operand: age, step: '0' }, 'value_out_of_range'],
    ['nothing between', { kind: 'clamp', operand: age, low: '2.1', high: '2.9' }, 'value_out_of_range'],
    [
      '2^63 out of reach',
      arithmetic(arithmetic(postcode, 'multiply', cost), 'multiply', arithmetic(cost, 'multiply', cost)),
      'overflow_possible',
    ],
    ['a literal beyond 2^63', number('1e30'), 'overflow_possible'],
    ['too deep', nested(300), 'plan_too_large'],
  ])('%s', (_name, expression, code) => expect(() => domainOf(expression)).toThrow(expect.objectContaining({ code })));
});
