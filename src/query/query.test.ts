/** The typed door: which plans it writes, and what it refuses when it runs. */
import { describe, expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { count, covariance, histogram, mean, quantile, query, sum, when } from './index.ts';

const visits = query(hospital).table('visits');
const scan = { kind: 'scan', table: 'visits' };
const column = (name: string) => ({ kind: 'column', name });
const literal = (type: string, value: string | boolean) => ({ kind: 'literal', type, value });

test('a question is one plan', () => {
  expect(
    visits
      .where(({ age, ward }) => age.atLeast(18).and(ward.is('A')))
      .count()
      .by('ward')
      .having(answer => answer.count.above(10))
      .orderBy('count', 'descending')
      .orderBy('ward')
      .limit(3).plan,
  ).toEqual({
    version: 1,
    input: {
      kind: 'where',
      input: scan,
      condition: {
        kind: 'and',
        operands: [
          { kind: 'comparison', operator: 'atLeast', left: column('age'), right: literal('integer', '18') },
          { kind: 'comparison', operator: 'equal', left: column('ward'), right: literal('text', 'A') },
        ],
      },
    },
    grouping: { kind: 'public', keys: [{ name: 'ward', expression: column('ward') }] },
    aggregates: [{ kind: 'count', name: 'count' }],
    afterwards: {
      having: { kind: 'comparison', operator: 'greater', left: column('count'), right: literal('integer', '10') },
      order: [
        { name: 'count', descending: true },
        { name: 'ward', descending: false },
      ],
      limit: 3,
    },
  });
});

test('derive, select and join are nodes above the scan', () => {
  const { input } = visits
    .derive(({ cost }) => ({ withTax: cost.times(1.2) }))
    .select('withTax', 'ward')
    .join('wards', { on: 'ward', keep: 'all' })
    .sum('floor').plan;
  const derived = {
    name: 'withTax',
    expression: { kind: 'arithmetic', operator: 'multiply', left: column('cost'), right: literal('number', '1.2') },
  };
  expect(input).toEqual({
    kind: 'join',
    table: 'wards',
    on: 'ward',
    keep: 'all',
    input: {
      kind: 'project',
      columns: ['withTax', 'ward'],
      input: { kind: 'derive', input: scan, columns: [derived] },
    },
  });
});

test('every aggregate has its kind and its name', () => {
  const asked = [
    visits.count(),
    visits.units(),
    visits.sum('cost'),
    visits.mean('cost'),
    visits.variance('cost'),
    visits.standardDeviation('cost'),
    visits.covariance('age', 'cost'),
    visits.histogram('age', [0, 17.5, 120n]),
    visits.median('age'),
    visits.quantile('age', 0.9),
    visits.min('age'),
    visits.max('age'),
  ].map(({ plan }) => plan.aggregates[0]);
  const [age, cost] = [column('age'), column('cost')];
  expect(asked).toEqual([
    { kind: 'count', name: 'count' },
    { kind: 'units', name: 'units' },
    { kind: 'sum', name: 'sum_cost', of: cost },
    { kind: 'mean', name: 'mean_cost', of: cost },
    { kind: 'variance', name: 'variance_cost', of: cost },
    { kind: 'standardDeviation', name: 'standard_deviation_cost', of: cost },
    { kind: 'covariance', name: 'covariance_age_cost', of: age, with: cost },
    { kind: 'histogram', name: 'histogram_age', of: age, edges: ['0', '17.5', '120'] },
    { kind: 'quantile', name: 'median_age', of: age, rank: '0.5' },
    { kind: 'quantile', name: 'quantile_age_0.9', of: age, rank: '0.9' },
    { kind: 'quantile', name: 'min_age', of: age, rank: '0' },
    { kind: 'quantile', name: 'max_age', of: age, rank: '1' },
  ]);
});

test('several aggregates have the names they are given', () => {
  const { plan } = visits.aggregate({
    n: count(),
    total: sum('cost'),
    average: mean('cost'),
    together: covariance('age', 'cost'),
    late: quantile('age', 0.95),
    ages: histogram('age', [0, 60, 120]),
  });
  expect(plan.aggregates.map(({ kind, name }) => [name, kind])).toEqual([
    ['n', 'count'],
    ['total', 'sum'],
    ['average', 'mean'],
    ['together', 'covariance'],
    ['late', 'quantile'],
    ['ages', 'histogram'],
  ]);
});

test('keys may be expressions, and public or private', () => {
  const isAdult = { kind: 'comparison', operator: 'atLeast', left: column('age'), right: literal('integer', '18') };
  expect(visits.count().by(({ age }) => ({ adult: age.atLeast(18) })).plan.grouping).toEqual({
    kind: 'public',
    keys: [{ name: 'adult', expression: isAdult }],
  });
  expect(visits.count().byPrivate('town').plan.grouping).toEqual({
    kind: 'private',
    keys: [{ name: 'town', expression: column('town') }],
  });
});

test('when and otherwise are a case, and plain values take the type of terms beside them', () => {
  const { input } = visits
    .derive(({ age, seen }) => ({ since: when(age.below(18), '2020-01-01').otherwise(seen) }))
    .count().plan;
  const minor = { kind: 'comparison', operator: 'less', left: column('age'), right: literal('integer', '18') };
  // biome-ignore lint/suspicious/noThenProperty: the plan's word
  const branches = [{ when: minor, then: literal('date', '2020-01-01') }];
  expect(input).toEqual({
    kind: 'derive',
    input: scan,
    columns: [{ name: 'since', expression: { kind: 'case', branches, otherwise: column('seen') } }],
  });
});

describe('builders never change', () => {
  test('a step leaves what it came from as it was', () => {
    const plain = visits.count();
    const before = JSON.stringify(plain.plan);
    plain.by('ward').limit(1);
    expect(JSON.stringify(plain.plan)).toBe(before);
  });

  test('a plan is frozen to its leaves', () => {
    const { plan } = visits.where(({ age }) => age.isOneOf([1, 2])).count();
    const parts: unknown[] = [plan];
    for (const part of parts) {
      expect(Object.isFrozen(part)).toBe(true);
      if (typeof part === 'object' && part !== null) parts.push(...Object.values(part));
    }
    expect(parts.length).toBeGreaterThan(15);
  });
});

test('every question has the verbs of its caller', () => {
  const asking = query(hospital, plan => ({ ask: (epsilon: number) => ({ plan, epsilon }) }));
  const question = asking.table('visits').count().by('ward');
  expect(question.ask(0.5)).toEqual({ plan: question.plan, epsilon: 0.5 });
});

/** What the compiler would have refused, for those who have none. */
describe('refused when it runs', () => {
  test.each<[string, string, () => unknown]>([
    ['a table that is not there', 'unknown_table', () => query(hospital).table('toString' as 'visits')],
    ['a public table', 'unknown_table', () => query(hospital).table('wards' as 'visits')],
    ['a join with people', 'join_unsupported', () => visits.join('staff' as 'wards', { on: 'ward' })],
    ['a column that is not there', 'unknown_column', () => visits.sum('constructor' as 'cost')],
    ['a column in a lambda', 'unknown_column', () => visits.where(row => (row as never as { x: never }).x)],
    ['a column that was left out', 'unknown_column', () => visits.select('age').sum('cost' as 'age')],
    ['a name that is taken', 'name_taken', () => visits.derive(({ age }) => ({ cost: age }))],
    ['a key called as a number', 'name_taken', () => visits.count().by(({ ward }) => ({ count: ward }))],
    ['a text as a number', 'type_mismatch', () => visits.where(({ age }) => age.is('1; DROP' as never))],
    ['a day that is none', 'type_mismatch', () => visits.where(({ seen }) => seen.atLeast('2021-02-29'))],
    ['half a character', 'type_mismatch', () => visits.where(({ town }) => town.is('\ud800'))],
    ['no number', 'type_mismatch', () => visits.where(({ age }) => age.is(Number.NaN))],
    ['an endless edge', 'value_out_of_range', () => visits.histogram('age', [0, Number.POSITIVE_INFINITY])],
    ['an order by nothing', 'unknown_column', () => visits.count().orderBy('sum' as 'count')],
  ])('%s: %s', (_, code, attempt) => {
    expect(attempt).toThrow(expect.objectContaining({ code }));
  });
});
