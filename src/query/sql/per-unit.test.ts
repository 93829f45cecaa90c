/** People as one row each, as SQL says it: what the plan is, and what is refused. */
import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { check, describe as described } from '../../plan/index.ts';
import { loadPolicy } from '../../source/index.ts';
import { fromSql } from './select.ts';

const policy = await loadPolicy(hospital);
const lines = async (sql: string): Promise<string[]> => {
  const plan = await fromSql(sql, policy);
  check(plan, policy);
  return described(plan).split('\n');
};
const asked = (inner: string): string => `SELECT count(*) FROM (${inner}) p`;
const WIDE = '-1000000000000000000000000..1000000000000000000000000';

describe('the table that a subquery makes', () => {
  test.each<[string, readonly string[]]>([
    [
      'SELECT patient_id, LEAST(GREATEST(sum(cost), 0), 5000) AS total FROM visits GROUP BY patient_id',
      [
        'per unit that has rows: sum(cost) clamped to 0..5000 as sum_cost',
        'derive case when sum_cost is null then 0 else clamp(sum_cost, 0, 5000) end as total',
        'project total',
      ],
    ],
    // a sum that is used without its clamp, or with two, has none of them
    [
      'SELECT LEAST(GREATEST(sum(cost), 0), 9) AS a, sum(cost) * 2 AS b FROM visits GROUP BY patient_id',
      [
        'per unit that has rows: sum(cost) as sum_cost',
        'derive case when sum_cost is null then 0 else clamp(sum_cost, 0, 9) end as a, sum_cost * 2 as b',
        'project a, b',
      ],
    ],
    [
      'SELECT patient_id, sum(cost) / count(*) AS mean, sum(cost) AS total FROM visits GROUP BY patient_id',
      [
        'per unit that has rows: sum(cost) as sum_cost, count() as count, sum(cost) as total',
        'derive sum_cost / count as mean',
        'project mean, total',
      ],
    ],
    // HAVING compares all that a person has
    [
      'SELECT patient_id, count(*) AS n FROM visits GROUP BY patient_id HAVING count(*) > 15 AND max(cost) < 3',
      [
        `per unit that has rows: count() as n, count() clamped to ${WIDE} as count, max(cost) as max_cost`,
        'where (count > 15) and (max_cost < 3)',
        'project n',
      ],
    ],
    [
      'SELECT age >= 65 AS old, count(*) FILTER (WHERE urgent) AS n FROM visits GROUP BY patient_id, age >= 65',
      [
        'derive age >= 65 as old',
        'per unit that has rows: old, countValues(case when urgent then 1 else null end) as n',
      ],
    ],
    ['SELECT DISTINCT patient_id FROM visits', ['per unit that has rows: nothing more']],
    ['SELECT DISTINCT age, patient_id FROM visits', ['per unit that has rows: age']],
    [
      'SELECT age AS years, sum(cost) AS total FROM visits GROUP BY patient_id, age',
      ['per unit that has rows: age, sum(cost) as total', 'derive age as years', 'project years, total'],
    ],
  ])('%s', async (inner, expected) =>
    expect(await lines(asked(inner))).toEqual(['scan visits', ...expected, 'ask count() as count']),
  );
});

describe('refused', () => {
  test.each<[string, string]>([
    ['SELECT ward, count(*) AS n FROM visits GROUP BY ward', 'group by patient_id, which identifies the person'],
    ['SELECT count(*) AS n FROM visits HAVING count(*) > 1', 'group by patient_id'],
    ['SELECT count(*) AS n FROM (SELECT age FROM visits) v GROUP BY age', 'select the column that identifies'],
    ['SELECT hours FROM staff GROUP BY hours', 'select the column that identifies'],
    ['SELECT patient_id, ward, count(*) AS n FROM visits GROUP BY patient_id, ward', 'Mark ward as perUnit'],
    ['SELECT patient_id, ward FROM visits GROUP BY patient_id', 'a column that is not in GROUP BY'],
    ['SELECT patient_id, sum(cost) FROM visits GROUP BY patient_id', 'name it with AS'],
    ['SELECT patient_id AS p FROM visits GROUP BY patient_id', 'a new name for the person'],
    ['SELECT patient_id, median(cost) AS m FROM visits GROUP BY patient_id', 'count, sum, avg'],
    ['SELECT patient_id, stddev(cost) AS m FROM visits GROUP BY patient_id', 'count, sum, avg'],
    ['SELECT patient_id, count(DISTINCT patient_id) AS m FROM visits GROUP BY patient_id', 'count, sum, avg'],
    ['SELECT patient_id, sum(weight) AS w FROM visits GROUP BY patient_id', 'no step'],
    [
      'SELECT patient_id, sum(cost) AS x, count(*) AS x FROM visits GROUP BY patient_id',
      'two columns have the same name',
    ],
    ['SELECT patient_id, age, sum(cost) AS age FROM visits GROUP BY patient_id, age', 'the same name'],
    ['SELECT * FROM visits GROUP BY patient_id', 'SELECT *'],
    ['SELECT DISTINCT ward FROM visits', 'DISTINCT in a subquery is not supported; group by patient_id'],
    ['SELECT DISTINCT patient_id, ward FROM visits', 'Mark ward as perUnit'],
    ['SELECT DISTINCT ON (patient_id) patient_id, age FROM visits', 'DISTINCT ON'],
    ['SELECT DISTINCT patient_id FROM visits GROUP BY patient_id', 'write GROUP BY alone'],
    ['SELECT DISTINCT patient_id, count(*) AS n FROM visits', 'never inside one another'],
    ['SELECT patient_id, sum(count(*)) AS x FROM visits GROUP BY patient_id', 'never inside one another'],
  ])('%s', (inner, sentence) => expect(lines(asked(inner))).rejects.toThrow(sentence));
});
