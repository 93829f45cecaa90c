/** People as one row each: the same plan by either entry point, and what the compiler and the library refuse. */
import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { canonicalJson } from '../json/index.ts';
import type { Plan } from '../plan/index.ts';
import { loadPolicy } from '../source/index.ts';
import { bernoulli, count, fromSql, max, mean, median, min, query, sum, units } from './index.ts';

const policy = await loadPolicy(hospital);
const visits = query(hospital).table('visits');

const PAIRS: readonly (readonly [sql: string, question: { readonly plan: Plan }])[] = [
  [
    'SELECT avg(total) FROM (SELECT patient_id, sum(cost) AS total FROM visits GROUP BY patient_id) p',
    visits.perUnit({ total: sum('cost') }).mean('total'),
  ],
  [
    'SELECT count(*), count(DISTINCT p.patient_id) FROM (SELECT patient_id FROM visits GROUP BY visits.patient_id) p',
    visits.perUnit({}).aggregate({ count: count(), units: units() }),
  ],
  [
    `SELECT age, avg(p.m), median(low) FROM (
       SELECT age, patient_id, count(*) AS n, count(ward) AS wards, avg(cost) AS m, min(cost) AS low, max(seen) AS last
       FROM visits TABLESAMPLE BERNOULLI (5) WHERE urgent GROUP BY 2, age) p
     WHERE n > 1 GROUP BY age`,
    visits
      .sample(bernoulli(0.05))
      .where(({ urgent }) => urgent)
      .perUnit(
        { n: count(), wards: count('ward'), m: mean('cost'), low: min('cost'), last: max('seen') },
        { keep: ['age'] },
      )
      .where(({ n }) => n.above(1))
      .aggregate({ mean_m: mean('m'), median_low: median('low') })
      .by('age'),
  ],
  [
    `SELECT avg(total) FROM (
       SELECT patient_id, sum(cost) AS total FROM visits GROUP BY patient_id ORDER BY total DESC LIMIT 10) p`,
    visits
      .perUnit({ total: sum('cost') })
      .take(10, { by: 'total', descending: true })
      .mean('total'),
  ],
];

test.each(PAIRS)('%s', async (sql, { plan }) =>
  expect(canonicalJson(await fromSql(sql, policy))).toBe(canonicalJson(plan)),
);

test('numbers of rows, and sums of whole numbers, are whole: every value is a public group', () => {
  const people = visits.perUnit({ n: count(), far: sum('postcode'), total: sum('cost'), m: mean('age') });
  expect(people.count().by('n').plan.grouping).toMatchObject({ kind: 'public' });
  expect(people.count().by('far').plan.grouping).toMatchObject({ kind: 'public' });
  // @ts-expect-error cents are no groups
  people.count().by('total');
  // @ts-expect-error nor are thousandths
  people.count().by('m');
});

test('bounds by name, as exact decimals', () => {
  const { plan } = visits.perUnit({ total: sum('cost'), n: count() }, { clamp: { total: [0, 2500.5] } }).mean('total');
  expect(plan.input).toMatchObject({
    aggregates: [
      { name: 'total', clamp: { low: '0', high: '2500.5' } },
      { name: 'n', clamp: null },
    ],
  });
});

test('refused by the compiler, and without one by the library', () => {
  const refused = (code: string) => expect.objectContaining({ code });
  // @ts-expect-error a person has no median
  expect(() => visits.perUnit({ m: median('cost') })).toThrow(refused('sql_unsupported'));
  // @ts-expect-error there is no such column
  expect(() => visits.perUnit({ s: sum('price') })).toThrow(refused('unknown_column'));
  // @ts-expect-error only what was asked for is clamped
  expect(() => visits.perUnit({ s: sum('cost') }, { clamp: { t: [0, 1] } })).toThrow(refused('unknown_column'));
  // @ts-expect-error what is not kept is gone
  expect(() => visits.perUnit({ s: sum('cost') }).mean('cost')).toThrow(refused('unknown_column'));
  // @ts-expect-error nor can it be kept if it is not there
  expect(() => visits.perUnit({ s: sum('cost') }, { keep: ['price'] })).toThrow(refused('unknown_column'));
  expect(() => visits.perUnit({ age: sum('cost') }, { keep: ['age'] })).toThrow(refused('name_taken'));
});
