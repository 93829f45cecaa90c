/** What SQL alone can say, as the plan it becomes; what both doors can say is in `doors.test.ts`. */
import { expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import type { Expression, ValueType } from '../../plan/expressions/index.ts';
import { loadPolicy } from '../../source/index.ts';
import { fromSql } from './select.ts';

const policy = await loadPolicy(hospital);
const plan = (sql: string) => fromSql(sql, policy);

const column = (name: string): Expression => ({ kind: 'column', name });
const literal = (type: ValueType, value: string | boolean | null): Expression => ({ kind: 'literal', type, value });
const not = (operand: Expression): Expression => ({ kind: 'not', operand });
const equal = (left: Expression, right: Expression): Expression => ({
  kind: 'comparison',
  operator: 'equal',
  left,
  right,
});
const given = (when: Expression, result: Expression, otherwise: Expression): Expression => ({
  kind: 'case',
  // biome-ignore lint/suspicious/noThenProperty: the plan's word
  branches: [{ when, then: result }],
  otherwise,
});

const [age, cost, town, seen] = ['age', 'cost', 'town', 'seen'].map(column);
const one = literal('integer', '1');

test.each<[condition: string, expression: Expression]>([
  ['age NOT IN (1)', not({ kind: 'in', operand: age, values: [one] })],
  ["seen IN ('2021-01-01')", { kind: 'in', operand: seen, values: [literal('date', '2021-01-01')] }],
  [
    'age NOT BETWEEN 1 AND 1',
    not({
      kind: 'and',
      operands: [
        { kind: 'comparison', operator: 'atLeast', left: age, right: one },
        { kind: 'comparison', operator: 'atMost', left: age, right: one },
      ],
    }),
  ],
  ["town NOT LIKE 'a%'", not({ kind: 'startsWith', operand: town, pattern: 'a' })],
  ["town LIKE 'a'", equal(town, literal('text', 'a'))],
  ["'2021-01-01' = seen", equal(literal('date', '2021-01-01'), seen)],
  ["age = '1'", equal(age, one)],
  ["'2021-01-01'::date = seen", equal(literal('date', '2021-01-01'), seen)],
  ['age = 1::int', equal(age, one)],
  ['age = 0x1', equal(age, one)],
  ['age = +1', equal(age, one)],
  ['age = 99999999999999999999', equal(age, literal('integer', '99999999999999999999'))],
  ['urgent = false', equal(column('urgent'), literal('boolean', false))],
  ['COALESCE(age, 0) = 1', equal(given({ kind: 'isNull', operand: age }, literal('integer', '0'), age), one)],
  ["CASE town WHEN 'x' THEN cost ELSE 1 END = 1", equal(given(equal(town, literal('text', 'x')), cost, one), one)],
  ['CASE WHEN urgent THEN 1 END = 1', equal(given(column('urgent'), one, literal('integer', null)), one)],
  [
    "CASE WHEN urgent THEN '2021-01-01' ELSE seen END = seen",
    equal(given(column('urgent'), literal('date', '2021-01-01'), seen), seen),
  ],
  [
    'GREATEST(LEAST(cost, 9), 1) = 1',
    equal(
      given({ kind: 'isNull', operand: cost }, literal('integer', '9'), {
        kind: 'clamp',
        operand: cost,
        low: '1',
        high: '9',
      }),
      one,
    ),
  ],
  ['round(cost, 0) = 1', equal({ kind: 'round', operand: cost, step: '1' }, one)],
  ['round(cost, 3) = 1', equal({ kind: 'round', operand: cost, step: '0.001' }, one)],
])('%s', async (condition, expression) => {
  const { input } = await plan(`SELECT count(*) FROM visits WHERE ${condition}`);
  expect(input).toEqual({ kind: 'where', input: { kind: 'scan', table: 'visits' }, condition: expression });
});

test('an aggregate of an expression has the name of its function', async () => {
  const { aggregates } = await plan('SELECT sum(age * 2), avg(-cost) FROM visits');
  expect(aggregates).toEqual([
    {
      kind: 'sum',
      name: 'sum',
      of: { kind: 'arithmetic', operator: 'multiply', left: age, right: literal('integer', '2') },
    },
    { kind: 'mean', name: 'mean', of: { kind: 'negate', operand: cost } },
  ]);
});

test('HAVING finds aggregates by what they are or how they are called, and asks for those that are missing', async () => {
  const { aggregates, afterwards: postProcessing } = await plan(
    'SELECT count(*) AS n FROM visits HAVING n > 1 OR count(*) > 1 OR max(age) > 1',
  );
  expect(aggregates.map(({ name }) => name)).toEqual(['n', 'max_age']);
  const above = (name: string) => ({ kind: 'comparison', operator: 'greater', left: column(name), right: one });
  expect(postProcessing).toEqual({ having: { kind: 'or', operands: [above('n'), above('n'), above('max_age')] } });
});

test.each([
  ['ward', 'public'],
  ['urgent', 'public'],
  ['age', 'public'],
  ['seen', 'public'],
  ['postcode', 'private'],
  ['town', 'private'],
  ['arrived', 'private'],
  ['cost', 'private'],
])('groups by %s are %s', async (key, kind) => {
  const { grouping } = await plan(`SELECT ${key}, count(*) FROM visits GROUP BY ${key}`);
  expect(grouping).toEqual({ kind, keys: [{ name: key, expression: column(key) }] });
});

test('LIMIT ALL is no limit, LIMIT 0 is one', async () => {
  expect((await plan('SELECT count(*) FROM visits LIMIT ALL')).afterwards).toEqual({});
  expect((await plan('SELECT count(*) FROM visits LIMIT 0')).afterwards).toEqual({ limit: 0 });
});

test('subqueries nest', async () => {
  const { input } = await plan(
    'SELECT sum(b) FROM (SELECT b FROM (SELECT a + 1 AS b FROM (SELECT age AS a FROM visits) x) y) z',
  );
  const derived = (name: string, expression: Expression, below: unknown) => ({
    kind: 'project',
    columns: [name],
    input: { kind: 'derive', columns: [{ name, expression }], input: below },
  });
  const a = derived('a', age, { kind: 'scan', table: 'visits' });
  const b = derived('b', { kind: 'arithmetic', operator: 'add', left: column('a'), right: one }, a);
  expect(input).toEqual({ kind: 'project', columns: ['b'], input: b });
});

test('a list of groups alone asks for the people in each, which decide whether it is shown', async () => {
  const asked = await plan('SELECT town FROM visits GROUP BY town ORDER BY town');
  expect(asked).toEqual(
    await plan('SELECT town, count(DISTINCT patient_id) AS units FROM visits GROUP BY town ORDER BY town'),
  );
  expect(asked.grouping.kind).toBe('private');
  const { afterwards } = await plan('SELECT town, 1 + 1 AS two FROM visits GROUP BY town');
  expect(afterwards).toMatchObject({ computed: [{ name: 'two' }], show: ['two'] });
});
