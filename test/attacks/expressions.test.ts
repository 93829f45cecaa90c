/** Expressions that would throw, overflow or stop on some row: either refused for their form, or total on every row. */
import { expect, test } from 'vitest';
import { ask, exactly, inClinic, someVisits, spentOf, type Visit, withData } from '../support/clinic.ts';

/** What engines choke on, row by row. */
const awkward: readonly Visit[] = [
  { patient: 'zero', cost: 0, age: 0, ward: 'A', seen: '2024-02-30', town: '' },
  { patient: 'huge', cost: '1e400', age: '99999999999999999999999', ward: 'A', seen: '99999-12-31', town: '\\' },
  { patient: 'none', cost: 'NaN', age: 'nan', ward: 'A', seen: 'yesterday', town: '%' },
  { patient: 'text', cost: 'DROP TABLE', age: '0x10', ward: 'a', seen: '', town: "' OR 1=1" },
  { patient: 'minus', cost: '-inf', age: '-1', ward: '', seen: '-infinity', town: '\u{1F642}'.repeat(9) },
];

const TOTAL = [
  'SELECT sum(cost / age) AS x FROM visits',
  'SELECT sum(cost / (age - age)) AS x FROM visits',
  'SELECT sum(1 / cost) AS x FROM visits',
  'SELECT sum(cost / (cost - cost)) AS x FROM visits',
  'SELECT sum(abs(age - 120) * age) AS x FROM visits',
  'SELECT sum(CASE WHEN length(town) > 3 THEN 1 ELSE 0 END) AS x FROM visits',
  `SELECT sum(seen - DATE '2020-01-01') AS x FROM visits`,
  'SELECT sum(extract(year FROM seen)) AS x FROM visits',
  'SELECT avg(CASE WHEN age = 0 THEN 1 / age ELSE age END) AS x FROM visits',
  `SELECT count(*) AS x FROM visits WHERE cost / age > 1 OR town LIKE '%OR%' OR lower(town) = ''`,
  'SELECT median(cost / age) AS x FROM visits',
  'SELECT sum(sqrt(cost - 200)) AS x FROM visits',
  'SELECT sum(mod(age, age - age)) AS x FROM visits',
  `SELECT count(DISTINCT substring(upper(town) || '-' || right(town, 2) FROM 2 FOR 5)) AS x FROM visits`,
  `SELECT sum(extract(week FROM seen) + extract(doy FROM seen)) AS x FROM visits`,
  `SELECT count(*) AS x FROM visits WHERE date_trunc('month', seen) + INTERVAL '30 days' > seen`,
  'SELECT avg(most) AS x FROM (SELECT patient, max(cost / age) AS most FROM visits GROUP BY patient) p',
];

/** How every question ends on these rows, and what was spent in the end. */
const endings = (visits: readonly Visit[]) =>
  withData(
    async data => {
      const told: unknown[] = [];
      for (const sql of TOTAL) {
        const { rows, charged } = await ask(data, sql, { epsilon: 0.5 });
        told.push([sql, charged, rows.map(({ key, values }) => [key, Object.keys(values)])]);
      }
      return { told, spent: await spentOf(data) };
    },
    undefined,
    visits,
  );

test('no row makes a question fail, cost another sum or look different', async () => {
  const usual = await endings(someVisits);
  expect(usual.spent).toBe(TOTAL.length / 2);
  for (const visits of [awkward, [...someVisits, ...awkward], []]) expect(await endings(visits)).toEqual(usual);
});

test('division by zero is null, which adds nothing; what is beyond the bounds is clamped', () =>
  inClinic(
    async clinic => {
      const total = async (sql: string) => (await exactly(sql, clinic)).map(groups => groups.get(''));
      expect(await total('SELECT sum(cost / (age - age)) AS x FROM visits')).toEqual([0]);
      // 0, then 100 clamped from infinity, null, null, 0: in steps of 0.5
      expect(await total('SELECT sum(cost) AS x FROM visits')).toEqual([200]);
      expect(await total('SELECT sum(age) AS x FROM visits')).toEqual([120]);
    },
    undefined,
    awkward,
  ));

test.each([
  ['overflow_possible', `SELECT sum(${Array(12).fill('age').join(' * ')}) FROM visits`],
  // an engine reads only so many levels, and would fail after the charge
  ['plan_too_large', `SELECT sum(${'sqrt('.repeat(110)}age${')'.repeat(110)}) FROM visits`],
  ['sql_unsupported', 'SELECT sum(CAST(town AS integer)) FROM visits'],
  ['sql_unsupported', 'SELECT sum(town::numeric) FROM visits'],
  ['sql_unsupported', 'SELECT sum(ln(cost)) FROM visits'],
  ['sql_unsupported', `SELECT count(*) FROM visits WHERE error('stop') = 1`],
  ['sql_unsupported', `SELECT count(*) FROM visits WHERE (SELECT count(*) FROM visits) > 3`],
  ['sql_unsupported', `SELECT count(*) FROM visits WHERE town ~ '(a+)+$'`],
  ['sql_unsupported', 'SELECT count(*) FROM visits WHERE random() > 0.5'],
])('%s for its form: %s', (code, sql) =>
  withData(async data => {
    await expect(ask(data, sql, { epsilon: 1 })).rejects.toMatchObject({ code });
    expect(await spentOf(data)).toBe(0);
  }),
);
