/** What either door makes can be sent as JSON: it comes back as the same question. */
import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { canonicalJson } from '../json/index.ts';
import { type Plan, parsePlan } from '../plan/index.ts';
import { stratified } from '../plan/operators/index.ts';
import { loadPolicy } from '../source/index.ts';
import { fromSql, query, when } from './index.ts';

const policy = await loadPolicy(hospital);
const visits = query<typeof hospital, object>(policy, () => ({})).table('visits');

const survives = (given: Plan): void =>
  expect(canonicalJson(parsePlan(JSON.parse(JSON.stringify(given))))).toBe(canonicalJson(given));

test.each([
  'SELECT count(*), avg(cost) AS m FROM visits WHERE age >= 18 AND NOT urgent GROUP BY ward HAVING count(*) > 10 ORDER BY m DESC LIMIT 3',
  "SELECT sum(CASE WHEN ward IN ('A', 'B') THEN -1.50 ELSE 1e2 END) AS s FROM visits",
  `SELECT extract(year FROM seen) AS y, count(DISTINCT patient_id) FROM visits WHERE seen < '2024-02-29' GROUP BY y`,
  `SELECT count(*) FROM visits WHERE arrived BETWEEN '2024-02-29 12:00' AND '2025-01-01T00:00:00.5Z'`,
  `SELECT town, count(*) FROM visits WHERE town LIKE 'a%' OR lower(town) LIKE '%ß%' OR town IS NULL GROUP BY town`,
  'SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY round(cost, 1)) AS q FROM visits',
  "SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (2.5) REPEATABLE ('june')",
  'SELECT count(*) FROM (SELECT * FROM visits ORDER BY age DESC LIMIT 9 OFFSET 2) x',
  'SELECT covar_samp(age, cost) AS c, stddev(age) AS d, variance(age) AS v FROM visits',
])('from SQL: %s', async sql => survives(await fromSql(sql, policy)));

test.each<[string, Plan]>([
  ['a number of many digits', visits.where(({ cost }) => cost.below(1e99)).count().plan],
  ['a tiny negative one', visits.where(({ cost }) => cost.below(-1.5e-98)).count().plan],
  ['half of everything', visits.histogram('cost', [0, 0.5, 1e3]).by('ward', 'urgent').limit(2).plan],
  [
    'a derived column',
    visits
      .derive(({ age }) => ({ old: when(age.above(64), true).otherwise(false) }))
      .count()
      .by('old')
      .orderBy('old').plan,
  ],
  ['strata', visits.sample(stratified('ward', { A: 1e-3, B: 1 }), { name: 'june' }).count().plan],
  ['a part of a split of a part', visits.partition('ward').A.split({ train: 0.8, test: 0.2 }).test.count().plan],
  ['the part of nothing', visits.part('ward', null).splitTake(3, { by: 'age' }).rest.count().plan],
  ['a rest of a rest', visits.splitFraction(0.5).rest.splitFixedSize(9, { name: 'nine' }).rest.count().plan],
])('from the typed door: %s', (_, asked) => survives(asked));
