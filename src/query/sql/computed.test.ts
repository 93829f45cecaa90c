/** Values that a select list computes from aggregates: what is asked, what is shown, and under which names. */
import { expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { describe as described } from '../../plan/index.ts';
import { loadPolicy } from '../../source/index.ts';
import { fromSql } from '../index.ts';

const policy = await loadPolicy(hospital);
const words = async (sql: string): Promise<readonly string[]> =>
  described(await fromSql(sql, policy))
    .split('\n')
    .slice(1);

test.each([
  [
    'SELECT sum(cost) / NULLIF(count(*), 0) AS r FROM visits',
    [
      'ask sum(cost) as sum_cost, count() as count',
      'compute sum_cost / (case when count = 0 then null else count end) as r',
      'show r',
    ],
  ],
  [
    'SELECT count(*) + 1, avg(age) AS count, count(*) * 2 FROM visits',
    [
      'ask mean(age) as count, count() as count_2',
      'compute count_2 + 1 as value, count_2 * 2 as value_2',
      'show value, count, value_2',
    ],
  ],
  ['SELECT 1 AS one, count(*) FROM visits', ['ask count() as count', 'compute 1 as one', 'show one, count']],
  [
    'SELECT var_pop(cost), stddev_pop(cost) AS deviation FROM visits',
    [
      'ask countValues(cost) as count_cost, variance(cost) as variance_cost',
      'compute variance_cost * (1 - (1 / count_cost)) as var_pop, power(variance_cost * (1 - (1 / count_cost)), 0.5) as deviation',
      'show var_pop, deviation',
    ],
  ],
  [
    'SELECT sum(cost) / count(*) AS r FROM visits HAVING count(*) > 3 AND max(age) > 1',
    [
      'ask sum(cost) as sum_cost, count() as count, quantile(age, 1) as max_age',
      'compute sum_cost / count as r',
      'having (count > 3) and (max_age > 1)',
      'show r, max_age',
    ],
  ],
  [
    'SELECT avg(urgent) AS share FROM visits',
    ['ask mean(case when urgent then 1 when not urgent then 0 else null end) as share'],
  ],
  [
    'SELECT count(*) FILTER (WHERE urgent) AS n, avg(cost) FILTER (WHERE age > 9) AS m FROM visits',
    [
      'ask countValues(case when urgent then 1 else null end) as n, mean(case when age > 9 then cost else null end) as m',
    ],
  ],
  [
    'SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY age) FILTER (WHERE urgent) FROM visits',
    ['ask quantile(case when urgent then age else null end, 0.9) as quantile_0.9'],
  ],
  [
    'SELECT count(*) FROM visits GROUP BY extract(month FROM seen), age + 1',
    ['group by public month(seen) as month_seen, age + 1 as key_2', 'ask count() as count'],
  ],
  [
    "SELECT count(*) FROM visits GROUP BY extract(month FROM seen), date_trunc('month', seen)",
    ['group by public month(seen) as month_seen, start of month(seen) as key_2', 'ask count() as count'],
  ],
])('%s', async (sql, expected) => {
  expect(await words(sql)).toEqual(expected);
});

test('a key may be computed with, and is exact', async () => {
  expect(await words('SELECT age, sum(cost) / age AS r FROM visits GROUP BY age')).toContain(
    'compute sum_cost / age as r',
  );
});
