import { expect, test } from 'vitest';
import { arithmetic, column, compare, number, text } from '../../test/support/plan-builders.ts';
import type { Expression } from './expressions/expression.ts';
import type { PostProcessing } from './plan.ts';
import type { ReleasedScalar } from './post-processing.ts';
import { applyPostProcessing } from './post-processing.ts';

type Answer = Readonly<Record<string, ReleasedScalar>>;
const rows: readonly Answer[] = [
  { ward: 'A', count: 12, mean: 0.5 },
  { ward: 'B', count: -3, mean: 7.25 },
  { ward: null, count: 12, mean: null },
  { ward: 'ä', count: 40, mean: 1 },
];
const wards = (postProcessing: PostProcessing): ReleasedScalar[] =>
  applyPostProcessing(rows, postProcessing, (row, name) => row[name]).map(({ ward }) => ward);

test.each<[string, Expression, ReleasedScalar[]]>([
  ['a comparison', compare(column('count'), 'atLeast', number('12')), ['A', null, 'ä']],
  ['null is not kept', compare(column('mean'), 'less', number('2')), ['A', 'ä']],
  [
    'arithmetic in doubles',
    compare(arithmetic(column('count'), 'divide', column('mean')), 'equal', number('24')),
    ['A'],
  ],
  [
    'division by zero is null',
    { kind: 'isNull', operand: arithmetic(column('count'), 'divide', number('0')) },
    ['A', 'B', null, 'ä'],
  ],
  ['keys', { kind: 'in', operand: column('ward'), values: [text('A'), text('B')] }, ['A', 'B']],
  ['two types compare as unknown', compare(column('ward'), 'less', number('1')), []],
  [
    'and, or, not',
    {
      kind: 'not',
      operand: {
        kind: 'or',
        operands: [compare(column('count'), 'less', number('0')), compare(column('ward'), 'equal', text('A'))],
      },
    },
    ['ä'],
  ],
])('having: %s', (_name, having, expected) => expect(wards({ having })).toEqual(expected));

test('order by several, nulls last either way, text by bytes; the limit comes last', () => {
  const order = (name: string, descending: boolean) => ({ name, descending });
  expect(wards({ order: [order('ward', false)] })).toEqual(['A', 'B', 'ä', null]);
  expect(wards({ order: [order('ward', true)] })).toEqual(['ä', 'B', 'A', null]);
  expect(wards({ order: [order('count', true), order('ward', true)], limit: 3 })).toEqual(['ä', 'A', null]);
  expect(wards({ limit: 0 })).toEqual([]);
});
