/** The same question by either door is the same plan, to the last byte of its identity. */
import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { canonicalJson } from '../json/index.ts';
import { check, type Plan } from '../plan/index.ts';
import { loadPolicy } from '../source/index.ts';
import {
  bernoulli,
  count,
  covariance,
  fixedSize,
  fraction,
  fromSql,
  max,
  mean,
  median,
  quantile,
  query,
  standardDeviation,
  sum,
  units,
  variance,
  when,
} from './index.ts';

const policy = await loadPolicy(hospital);
const visits = query(hospital).table('visits');

const PAIRS: readonly (readonly [sql: string, question: { readonly plan: Plan }])[] = [
  ['SELECT count(*) FROM visits', visits.count()],
  ['select COUNT(1) from Visits;', visits.count()],
  ['SELECT count(DISTINCT patient_id) FROM visits', visits.units()],
  ['SELECT sum(cost) FROM visits AS v', visits.sum('cost')],
  ['SELECT avg(v.cost) FROM visits v', visits.mean('cost')],
  ['SELECT count(cost) FROM visits', visits.count('cost')],
  ['SELECT count(ward) AS known FROM visits', visits.aggregate({ known: count('ward') })],
  ['SELECT variance(cost) FROM visits', visits.variance('cost')],
  ['SELECT var(cost) FROM visits', visits.variance('cost')],
  // computed from aggregates, which are not shown unless they are selected
  [
    'SELECT sum(cost) / count(*) AS per_visit FROM visits',
    visits
      .aggregate({ sum_cost: sum('cost'), count: count() })
      .compute(({ sum_cost, count }) => ({ per_visit: sum_cost.dividedBy(count) }))
      .show('per_visit'),
  ],
  [
    'SELECT round(avg(cost) * 2 + 1, 1) AS r, avg(cost), power(avg(cost), 2) AS p, sqrt(abs(-count(age))) FROM visits',
    visits
      .aggregate({ mean_cost: mean('cost'), count_age: count('age') })
      .compute(({ mean_cost, count_age }) => ({
        r: mean_cost.times(2).plus(1).rounded(0.1),
        p: mean_cost.toPower(2),
        value: count_age.negated().absolute().toPower(0.5),
      }))
      .show('r', 'mean_cost', 'p', 'value'),
  ],
  [
    `SELECT ward, sum(cost) / count(*) AS r FROM visits
     GROUP BY ward HAVING sum(cost) / count(*) > 3 ORDER BY sum(cost) / count(*) DESC`,
    visits
      .aggregate({ sum_cost: sum('cost'), count: count() })
      .by('ward')
      .compute(({ sum_cost, count }) => ({ r: sum_cost.dividedBy(count) }))
      .show('r')
      .having(({ sum_cost, count }) => sum_cost.dividedBy(count).above(3))
      .orderBy('r', 'descending'),
  ],
  ['SELECT avg(cost), avg(cost) FROM visits', visits.aggregate({ mean_cost: mean('cost'), mean_cost_2: mean('cost') })],
  ['SELECT stddev_samp(cost) FROM visits', visits.standardDeviation('cost')],
  ['SELECT covar_samp(age, cost) FROM visits', visits.covariance('age', 'cost')],
  ['SELECT median(age) FROM visits', visits.median('age')],
  ['SELECT percentile_cont(0.50) WITHIN GROUP (ORDER BY age) FROM visits', visits.median('age')],
  ['SELECT percentile_cont(.9) WITHIN GROUP (ORDER BY age ASC) FROM visits', visits.quantile('age', 0.9)],
  ['SELECT min(age) FROM visits', visits.min('age')],
  ['SELECT max(age) FROM visits', visits.max('age')],
  [
    `SELECT count(*) n, count(DISTINCT v.patient_id) people, sum(cost) total, avg(cost) average, var_samp(cost) spread,
            stddev(cost) deviation, covar_samp(age, cost) both_, median(age) middle, max(age) oldest,
            percentile_cont(0.25) WITHIN GROUP (ORDER BY age) young
     FROM visits v`,
    visits.aggregate({
      n: count(),
      people: units(),
      total: sum('cost'),
      average: mean('cost'),
      spread: variance('cost'),
      deviation: standardDeviation('cost'),
      both_: covariance('age', 'cost'),
      middle: median('age'),
      oldest: max('age'),
      young: quantile('age', 0.25),
    }),
  ],
  [
    "SELECT count(*) FROM visits WHERE age >= 18 AND ward = 'A'",
    visits.where(({ age, ward }) => age.atLeast(18).and(ward.is('A'))).count(),
  ],
  [
    "SELECT count(*) FROM visits WHERE (age > 1 AND (age < 9 AND urgent)) OR NOT seen <= '2021-01-01' OR town <> 'x'",
    visits
      .where(({ age, urgent, seen, town }) =>
        age.above(1).and(age.below(9).and(urgent)).or(seen.atMost('2021-01-01').not(), town.isNot('x')),
      )
      .count(),
  ],
  [
    "SELECT count(*) FROM visits WHERE age BETWEEN 18.0 AND 65 AND ward IN ('A', 'B') AND town IS NOT NULL",
    visits
      .where(({ age, ward, town }) => age.between(18, 65).and(ward.isOneOf(['A', 'B']), town.isMissing().not()))
      .count(),
  ],
  [
    "SELECT count(*) FROM visits WHERE lower(town) LIKE 'b%' AND town LIKE '%urg%' AND length(town) = 4 AND NOT urgent = true",
    visits
      .where(({ town, urgent }) =>
        town.lower().startsWith('b').and(town.contains('urg'), town.length().is(4), urgent.is(true).not()),
      )
      .count(),
  ],
  [
    "SELECT count(*) FROM visits WHERE EXTRACT(YEAR FROM seen) = 2021 AND date_part('hour', arrived) < 6 AND extract(dow from arrived) = 0",
    visits
      .where(({ seen, arrived }) => seen.year().is(2021).and(arrived.hour().below(6), arrived.dayOfWeek().is(0)))
      .count(),
  ],
  [
    "SELECT count(*) FROM visits WHERE arrived >= TIMESTAMP '2021-01-01 12:00' AND seen = DATE '2021-01-01'",
    visits.where(({ arrived, seen }) => arrived.atLeast('2021-01-01T12:00Z').and(seen.is('2021-01-01'))).count(),
  ],
  [
    'SELECT count(*) FROM visits WHERE LEAST(GREATEST(cost, 0.10), 1e2) = -cost / 2 + abs(cost) * 3 - round(cost, 1)',
    visits
      .where(({ cost }) =>
        when(cost.isMissing(), 0.1)
          .otherwise(cost.clamped(0.1, 100))
          .is(cost.negated().dividedBy(2).plus(cost.absolute().times(3)).minus(cost.rounded(0.1))),
      )
      .count(),
  ],
  [
    "SELECT avg(days) FROM (SELECT seen - '2024-01-01' AS days FROM visits) x",
    visits
      .derive(({ seen }) => ({ days: seen.minus('2024-01-01') }))
      .select('days')
      .mean('days'),
  ],
  ['SELECT ward, count(*) FROM visits GROUP BY ward', visits.count().by('ward')],
  ['SELECT urgent, age, count(*) FROM visits GROUP BY 1, 2', visits.count().by('urgent', 'age')],
  ['SELECT seen, count(*) FROM visits GROUP BY seen', visits.count().by(({ seen }) => ({ seen }))],
  ['SELECT town, count(*) FROM visits GROUP BY town', visits.count().byPrivate('town')],
  ['SELECT postcode, count(*) FROM visits GROUP BY postcode', visits.count().byPrivate('postcode')],
  ['SELECT count(*) FROM visits GROUP BY ward, town', visits.count().byPrivate('ward', 'town')],
  [
    "SELECT CASE WHEN age < 18 THEN 'child' WHEN age < 65 THEN 'adult' ELSE 'old' END AS band, count(*) FROM visits GROUP BY band",
    visits.count().by(({ age }) => ({
      band: when(age.below(18), 'child').when(age.below(65), 'adult').otherwise('old'),
    })),
  ],
  [
    'SELECT extract(month FROM seen) AS month, avg(cost) FROM visits GROUP BY extract(month FROM seen)',
    visits.mean('cost').by(({ seen }) => ({ month: seen.month() })),
  ],
  [
    'SELECT round(age / 10) AS decade, count(*) FROM visits GROUP BY decade',
    visits.count().by(({ age }) => ({ decade: age.dividedBy(10).rounded() })),
  ],
  [
    "SELECT ward AS station, count(*) n FROM visits GROUP BY ward HAVING count(*) > 10 AND ward <> 'C' ORDER BY n DESC, station LIMIT 2",
    visits
      .aggregate({ n: count() })
      .by(({ ward }) => ({ station: ward }))
      .having(({ n, station }) => n.above(10).and(station.isNot('C')))
      .orderBy('n', 'descending')
      .orderBy('station')
      .limit(2),
  ],
  [
    'SELECT ward, count(*) FROM visits GROUP BY ward HAVING sum(cost) >= 2.5 ORDER BY 2, sum(cost) DESC, ward ASC',
    visits
      .aggregate({ count: count(), sum_cost: sum('cost') })
      .by('ward')
      .having(answer => answer.sum_cost.atLeast(2.5))
      .orderBy('count')
      .orderBy('sum_cost', 'descending')
      .orderBy('ward'),
  ],
  [
    'SELECT w.floor, count(*) FROM visits v JOIN wards w ON v.ward = w.ward WHERE w.floor > 1 GROUP BY w.floor',
    visits
      .join('wards', { on: 'ward' })
      .where(({ floor }) => floor.above(1))
      .count()
      .by('floor'),
  ],
  [
    "SELECT count(*) FROM visits LEFT JOIN wards USING (ward) WHERE label = 'north' OR floor IS NULL",
    visits
      .join('wards', { on: 'ward', keep: 'all' })
      .where(({ label, floor }) => label.is('north').or(floor.isMissing()))
      .count(),
  ],
  [
    'SELECT w.ward, count(*) FROM visits v JOIN wards AS w ON w.ward = v.town GROUP BY w.ward',
    visits
      .join('wards', { on: 'town' })
      .count()
      .byPrivate(({ town }) => ({ town })),
  ],
  [
    'SELECT avg(x.net) FROM (SELECT age, cost * 0.8 AS net, patient_id FROM visits WHERE urgent) x WHERE age >= 18',
    visits
      .where(({ urgent }) => urgent)
      .derive(({ cost }) => ({ net: cost.times(0.8) }))
      .select('age', 'net')
      .where(({ age }) => age.atLeast(18))
      .mean('net'),
  ],
  [
    'SELECT count(DISTINCT patient_id), max(older) FROM (SELECT *, age + 1 AS older FROM visits) AS x',
    visits.derive(({ age }) => ({ older: age.plus(1) })).aggregate({ units: units(), max_older: max('older') }),
  ],
  ['SELECT count(*) FROM visits TABLESAMPLE BERNOULLI (5)', visits.sample(bernoulli(0.05)).count()],
  [
    "SELECT ward, avg(v.cost) FROM visits AS v TABLESAMPLE bernoulli (0.10) REPEATABLE ('june') WHERE age > 1 GROUP BY ward",
    visits
      .sample(bernoulli(0.001), { name: 'june' })
      .where(({ age }) => age.above(1))
      .mean('cost')
      .by('ward'),
  ],
  ['SELECT count(*) FROM visits TABLESAMPLE FRACTION (12.5)', visits.sample(fraction(0.125)).count()],
  ['SELECT count(*) FROM visits TABLESAMPLE FRACTION (1e2)', visits.sample(fraction(1)).count()],
  [
    "SELECT count(*) FROM visits TABLESAMPLE FIXED (1000) REPEATABLE ('a.b-c_9') JOIN wards USING (ward)",
    visits.sample(fixedSize(1000), { name: 'a.b-c_9' }).join('wards', { on: 'ward' }).count(),
  ],
  ['SELECT count(*) FROM (SELECT * FROM visits ORDER BY age LIMIT 9) x', visits.take(9, { by: 'age' }).count()],
  [
    'SELECT max(x.age) FROM (SELECT v.age, cost * 2 AS twice FROM visits v WHERE urgent ORDER BY v.age DESC OFFSET 3 ROWS) x',
    visits
      .where(({ urgent }) => urgent)
      .skip(3, { by: 'age', descending: true })
      .derive(({ cost }) => ({ twice: cost.times(2) }))
      .select('age', 'twice')
      .max('age'),
  ],
  [
    'SELECT count(*) FROM (SELECT * FROM visits ORDER BY age ASC LIMIT 9 OFFSET 2) x',
    visits.skip(2, { by: 'age' }).take(9, { by: 'age' }).count(),
  ],
  ['SELECT sum("hours") FROM "staff"', query(hospital).table('staff').sum('hours')],
  [`SELECT count(*) FROM visits WHERE "Doctor" = 'O''Neil'`, visits.where(({ Doctor }) => Doctor.is("O'Neil")).count()],
];

test.each(PAIRS)('%s', async (sql, question) => {
  const plan = await fromSql(sql, policy);
  expect(plan).toEqual(question.plan);
  expect(canonicalJson(plan)).toBe(canonicalJson(question.plan));
  expect(check(plan, policy).plan).toBe(plan);
});

test('a key is the unit of its table, and its distinct values are people', async () => {
  const cards = { key: 'card', columns: { age: { type: 'integer', min: 0, max: 120 } }, path: 'cards.csv' } as const;
  const keyed = { ...hospital, tables: { ...hospital.tables, cards } };
  const text = 'SELECT count(DISTINCT card) FROM (SELECT *, age + 1 AS older FROM cards) AS x';
  const plan = await fromSql(text, await loadPolicy(keyed));
  const table = query(keyed).table('cards');
  expect(canonicalJson(plan)).toBe(canonicalJson(table.derive(({ age }) => ({ older: age.plus(1) })).units().plan));
});
