import { expect, test } from 'vitest';
import { arithmetic, choice, column, compare, date, nothing, number } from '../../test/support/plan-builders.ts';
import type { Expression } from './expressions/expression.ts';
import { checkHaving, type ReleasedType } from './having-type.ts';

const types: Readonly<Record<string, ReleasedType>> = {
  count: 'number',
  ward: 'text',
  median: 'text',
  urgent: 'boolean',
};
const [count, ward, median, urgent] = Object.keys(types).map(column);
const one = number('1');
const above = (left: Expression, right: Expression): Expression => compare(left, 'greater', right);

test.each<[string, Expression, fits: boolean]>([
  ['a number above a number', above(arithmetic(count, 'add', one), one), true],
  ['a number above a text', above(count, ward), false],
  ['a date above a date', above(median, date('2024-02-29')), true],
  ['a date above a number', above(median, one), false],
  ['a number in a sum of text', above(arithmetic(count, 'add', ward), one), false],
  ['whatever above nothing', above(median, nothing), true],
  ['a truth value alone', urgent, true],
  ['a number alone', count, false],
  ['not a number', { kind: 'not', operand: count }, false],
  ['neither', { kind: 'or', operands: [urgent, { kind: 'isNull', operand: count }] }, true],
  ['a text among conditions', { kind: 'and', operands: [urgent, ward] }, false],
  ['a text in a list of numbers', { kind: 'in', operand: ward, values: [one] }, false],
  ['a length', above({ kind: 'length', operand: ward }, one), true],
  ['the length of a number', above({ kind: 'length', operand: count }, one), false],
  ['the year of a date', above({ kind: 'datePart', part: 'year', operand: median }, one), true],
  ['a choice of two types', above(choice(urgent, count, ward), one), false],
  ['a choice of one', above(choice(urgent, count, one), one), true],
])('%s', (_, having, fits) => {
  const checked = () => checkHaving(having, name => types[name]);
  if (fits) expect(checked).not.toThrow();
  else expect(checked).toThrow(expect.objectContaining({ code: 'type_mismatch' }));
});
