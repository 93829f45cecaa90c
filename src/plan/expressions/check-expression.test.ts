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
import { schemaOf } from '../operators/scanned-columns.ts';
import { checkExpression } from './check-expression.ts';
import { type Domain, sizeOf, valuesOf } from './domain.ts';
import type { Expression } from './expression.ts';

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
    ['a floor', { kind: 'floor', operand: cost, step: '7' }, 'integer 0..1428 of 7/1'],
    ['a remainder', { kind: 'remainder', left: cost, right: number('7') }, 'number 0..699 of 1/100'],
    [
      'a square',
      { kind: 'power', operand: arithmetic(age, 'subtract', number('60')), exponent: '2' },
      'integer 0..3600 of 1/1',
    ],
    ['a root', { kind: 'power', operand: age, exponent: '0.5' }, 'number 0..10954 of 1/1000'],
    ['not less than a constant', { kind: 'greatest', operands: [age, number('18')] }, 'integer 18..120 of 1/1'],
    ['not more than a constant', { kind: 'least', operands: [age, number('18')] }, 'integer 0..18 of 1/1'],
    ['the day of a moment', { kind: 'convert', to: 'date', operand: arrived }, 'date 18262..20819 of 1/1'],
    ['a week later', { kind: 'shift', by: '7', operand: seen }, 'date 18269..20825 of 1/1'],
    [
      'a part of any text',
      { kind: 'length', operand: { kind: 'ending', operand: column('town'), length: 3 } },
      'integer 0..3 of 1/1',
    ],
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

  test('beginnings of weeks and months are listed, as far as anybody would read them', () => {
    const startOf = (unit: 'week' | 'month' | 'day' | 'hour', operand: Expression) =>
      sizeOf(domainOf({ kind: 'startOf', unit, operand }));
    expect(startOf('week', seen)).toBe(366n);
    expect(startOf('month', seen)).toBe(84n);
    expect(startOf('day', arrived)).toBe(2558n);
    expect(startOf('hour', arrived)).toBeGreaterThan(10_000n);
    const weeks = valuesOf(domainOf({ kind: 'startOf', unit: 'week', operand: seen }));
    // 30 December 2019 was a Monday, as was 28 December 2026
    expect([weeks[0], weeks.at(-1)]).toEqual([18_260n, 20_815n]);
    expect(weeks.every(week => ((week as bigint) + 3n) % 7n === 0n)).toBe(true);
  });

  test('listed texts are put together, and taken apart', () => {
    const both: Expression = { kind: 'concatenate', operands: [column('ward'), text('-'), column('ward')] };
    expect(domainOf(both)).toMatchObject({ values: ['A-A', 'A-B', 'A-C', 'B-A', 'B-B', 'B-C', 'C-A', 'C-B', 'C-C'] });
    expect(domainOf({ kind: 'ending', operand: both, length: 1 })).toEqual({ type: 'text', values: ['A', 'B', 'C'] });
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
    ['an exponent that is no half', { kind: 'power', operand: age, exponent: '1.5' }, 'value_out_of_range'],
    ['the week of a number', { kind: 'startOf', unit: 'week', operand: age }, 'type_mismatch'],
    ['the beginning of an hour of a day', { kind: 'startOf', unit: 'hour', operand: seen }, 'type_mismatch'],
    [
      'the root of what is too large',
      { kind: 'power', operand: { kind: 'power', operand: postcode, exponent: '3' }, exponent: '0.5' },
      'overflow_possible',
    ],
    ['numbers put together', { kind: 'concatenate', operands: [age, age] }, 'type_mismatch'],
    [
      'a part far behind',
      { kind: 'substring', operand: column('town'), start: 20_000, length: 1 },
      'value_out_of_range',
    ],
    ['too deep', nested(300), 'plan_too_large'],
  ])('%s', (_name, expression, code) => expect(() => domainOf(expression)).toThrow(expect.objectContaining({ code })));
});
