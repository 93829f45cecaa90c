import { expect, test } from 'vitest';
import { part, sample } from '../../test/support/people.ts';
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
import { describe, describeExpression } from './describe.ts';
import type { Expression } from './expressions/expression.ts';
import type { PlanTable } from './plan.ts';

const base = scan('visits');

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

test.each<[PlanTable, string]>([
  [sample({ kind: 'bernoulli', rate: '0.05' }, base, 'june'), 'sample each unit at rate 0.05, called june'],
  [sample({ kind: 'fixed-size', size: 1000 }, base), 'sample 1000 units'],
  [sample({ kind: 'fraction', rate: '0.1' }, base), 'sample the fraction 0.1 of the units'],
  [
    sample({ kind: 'stratified', by: 'ward', rates: ['A', 'B'].map(stratum => ({ stratum, rate: '0.5' })) }, base),
    'sample each unit by ward: "A" at 0.5, "B" at 0.5',
  ],
  [sample({ kind: 'take', by: 'age', descending: true, size: 3 }, base), 'take the first 3 units by age descending'],
  [sample({ kind: 'skip', by: 'age', descending: false, size: 3 }, base), 'skip the first 3 units by age'],
  [
    part({ kind: 'random', parts: ['a', 'b'].map(name => ({ name, rate: '0.5' })) }, 'a', base),
    'part "a" of a random split a 0.5, b 0.5',
  ],
  [part({ kind: 'key', by: 'ward' }, null, base), 'part null of a split by ward'],
  [part({ kind: 'fixed-size', size: 9 }, 'rest', base), 'part "rest" of a split of 9 units'],
  [part({ kind: 'fraction', rate: '0.5' }, 'first', base), 'part "first" of a split of the fraction 0.5'],
  [
    part({ kind: 'take-skip', by: 'age', descending: false, size: 3 }, 'rest', base),
    'part "rest" of a split of the first 3 units by age',
  ],
])('draws are lines of their own', (table, line) =>
  expect(describe(plan(table)).split('\n')).toEqual(['scan visits', line, 'ask count() as count']),
);

test('an interval that is bought is said after what it is of', () => {
  const tight = { ...plan(base), interval: { share: '0.2' } };
  expect(describe(tight).split('\n').at(-1)).toBe('buy tight intervals with 0.2 of epsilon');
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
