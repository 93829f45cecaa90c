import { expect, test } from 'vitest';
import {
  arithmetic,
  by,
  choice,
  column,
  compare,
  date,
  nothing,
  number,
  plan,
  scan,
  text,
} from '../../test/support/plan-builders.ts';
import { describe } from './describe.ts';
import { describeExpression } from './describe-expression.ts';
import type { Expression } from './expression.ts';

test('a plan is one step a line', () => {
  const adults = {
    kind: 'where',
    input: scan('visits'),
    condition: compare(column('age'), 'atLeast', number('18')),
  } as const;
  const joined = { kind: 'join', input: adults, table: 'wards', on: 'ward', keep: 'matched' } as const;
  const derived = {
    kind: 'derive',
    input: joined,
    columns: [{ name: 'net', expression: arithmetic(column('cost'), 'divide', number('1.19')) }],
  } as const;
  const question = {
    ...plan(
      { kind: 'project', input: derived, columns: ['net', 'floor'] },
      [{ kind: 'quantile', name: 'middle', of: column('net'), rank: '0.5' }],
      by('floor'),
    ),
    afterwards: {
      having: compare(column('middle'), 'greater', number('0')),
      order: [{ name: 'middle', descending: true }],
      limit: 3,
    },
  };
  expect(describe(question)).toBe(
    [
      'scan visits',
      'where age >= 18',
      'join wards on ward, keep matched',
      'derive cost / 1.19 as net',
      'project net, floor',
      'group by public floor',
      'ask quantile(net, 0.5) as middle',
      'having middle > 0',
      'order by middle descending',
      'limit 3',
    ].join('\n'),
  );
});

const a = column('a');
test.each<[Expression, string]>([
  [arithmetic(arithmetic(a, 'add', number('1')), 'multiply', a), '(a + 1) * a'],
  [{ kind: 'not', operand: { kind: 'isNull', operand: a } }, 'not (a is null)'],
  [{ kind: 'in', operand: a, values: [text("O'Hara"), nothing] }, "a in ('O''Hara', null)"],
  [
    choice(compare(a, 'equal', date('2020-01-01')), number('1'), number('2')),
    "case when a = date '2020-01-01' then 1 else 2 end",
  ],
  [{ kind: 'contains', operand: { kind: 'lower', operand: a }, pattern: '%' }, "contains(lower(a), '%')"],
  [{ kind: 'negate', operand: { kind: 'clamp', operand: a, low: '0', high: '9' } }, '-clamp(a, 0, 9)'],
  [{ kind: 'or', operands: [a, { kind: 'and', operands: [a, a] }] }, 'a or (a and a)'],
  [{ kind: 'datePart', part: 'dayOfWeek', operand: a }, 'dayOfWeek(a)'],
  [{ kind: 'round', operand: a, step: '0.5' }, 'round(a, 0.5)'],
])('%j', (expression, expected) => expect(describeExpression(expression)).toBe(expected));
