import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { by, choice, column, compare, count, number, plan, scan, text } from '../../../test/support/plan-builders.ts';
import { loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import type { Expression } from '../expressions/expression.ts';
import type { Grouping } from '../plan.ts';
import { combinations } from './group-by.ts';

const policy = await loadPolicy(hospital);
const grouped = (grouping: Grouping) => check(plan(scan('visits'), [count], grouping), policy).grouping;
const byExpression = (expression: Expression): Grouping => ({ kind: 'public', keys: [{ name: 'key', expression }] });

describe('public keys', () => {
  test.each<[string, Grouping, bigint]>([
    ['a category', by('ward'), 4n],
    ['a boolean', by('urgent'), 3n],
    ['an integer with bounds', by('age'), 122n],
    ['a day', by('seen'), 2558n],
    ['two of them', by('ward', 'urgent'), 12n],
    ['a number in large steps', byExpression({ kind: 'round', operand: column('cost'), step: '1000' }), 12n],
    [
      'a case of literals',
      byExpression(choice(compare(column('age'), 'less', number('18')), text('young'), text('old'))),
      3n,
    ],
    ['a month', byExpression({ kind: 'datePart', part: 'month', operand: column('seen') }), 13n],
  ])('%s: every value, and null', (_name, grouping, groups) => {
    const { keys, groups: counted } = grouped(grouping);
    expect(counted).toBe(groups);
    expect([...combinations(keys)]).toHaveLength(Number(groups));
  });

  test('combinations come in order, nulls last', () => {
    expect([...combinations(grouped(by('urgent', 'ward')).keys)].slice(0, 5)).toEqual([
      [false, 'A'],
      [false, 'B'],
      [false, 'C'],
      [false, null],
      [true, 'A'],
    ]);
    expect([...combinations([])]).toEqual([[]]);
  });
});

test('a unit lies in one group of what is constant in it, else in as many as its rows or the groups allow', () => {
  expect(grouped(by('age'))).toMatchObject({ perUnit: true, groupsPerUnit: 1n });
  expect(grouped(by('age', 'ward'))).toMatchObject({ perUnit: false, groupsPerUnit: 10n });
  expect(grouped(by('urgent'))).toMatchObject({ perUnit: false, groupsPerUnit: 3n });
});

test.each<[string, Grouping, string]>([
  ['any text', by('town'), 'keys_not_public'],
  ['a million and more', by('postcode', 'ward', 'urgent'), 'too_many_groups'],
  ['an integer that could be anything', byExpression({ kind: 'length', operand: column('town') }), 'keys_not_public'],
  ['no key', by(), 'unknown_column'],
  ['one name twice', by('ward', 'ward'), 'name_taken'],
])('%s is refused', (_name, grouping, code) => {
  expect(() => grouped(grouping)).toThrow(expect.objectContaining({ code }));
});

test('private keys need no list', () => {
  expect(grouped({ ...by('town'), kind: 'private' } as Grouping)).toMatchObject({ kind: 'private', groups: undefined });
});
