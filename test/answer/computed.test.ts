/** Values computed from aggregates on an engine: plain SQL at a huge epsilon, the charge of their parts, and a recorded answer. */
import { expect, test } from 'vitest';
import { verifyLedger } from '../../src/verify/index.ts';
import { ask, clinicPolicy, inClinic, type Visit } from '../support/clinic.ts';

const visits: readonly Visit[] = Array.from({ length: 60 }, (_, i) => ({
  patient: `p${i % 45}`,
  ward: 'AB'[i % 2],
  ...(i % 5 > 0 && { cost: (i * 37) % 100 }),
  age: i,
}));
const costs = visits.flatMap(({ cost }) => (cost === undefined ? [] : [Number(cost)]));
const total = costs.reduce((sum, cost) => sum + cost, 0);
const mean = total / costs.length;
const squares = costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0);
const policy = { ...clinicPolicy, budget: { epsilon: 1e12, delta: 1e-4 } };

test('at a huge epsilon they are what plain SQL says', () =>
  inClinic(async clinic => {
    clinic.fill(visits);
    const data = await clinic.open();
    const { rows } = await ask(
      data,
      `SELECT sum(cost) / count(*) AS per_row, sum(cost) / count(cost) AS per_value, count(*) - count(cost) AS missing,
              round(avg(cost), 1) AS rounded, power(avg(cost), 2) AS squared, avg(cost) * 2 + 1 AS line,
              coalesce(sum(cost) / nullif(count(*) - count(*), 0), -1) AS fallback, count(*) / (count(*) - 60) AS never,
              var_pop(cost) AS spread, stddev_pop(cost) AS deviation, 7 AS seven,
              count(*) FILTER (WHERE cost > 50) AS dear, sum(cost) FILTER (WHERE age < 30) AS young,
              avg(cost > 50) AS share
       FROM visits`,
      { epsilon: 1e9 },
    );
    const truth = {
      per_row: total / 60,
      per_value: mean,
      missing: 60 - costs.length,
      rounded: Math.round(mean * 10) / 10,
      squared: mean ** 2,
      line: mean * 2 + 1,
      fallback: -1,
      never: null,
      spread: squares / costs.length,
      deviation: Math.sqrt(squares / costs.length),
      seven: 7,
      dear: costs.filter(cost => cost > 50).length,
      young: visits.slice(0, 30).reduce((sum, { cost = 0 }) => sum + Number(cost), 0),
      share: costs.filter(cost => cost > 50).length / costs.length,
    };
    const values = rows[0].values as Record<string, { estimate: number | null; reason?: string }>;
    expect(Object.keys(values)).toEqual(Object.keys(truth));
    for (const [name, value] of Object.entries(truth))
      expect(values[name].estimate, name).toEqual(value === null ? null : expect.closeTo(value, 4));
    expect(values.never).toMatchObject({ interval95: null, reason: 'undefined' });
    await data.close();
  }, policy));

test('they cost what their parts cost, equal parts once, and the ledger is verified', () =>
  inClinic(async clinic => {
    clinic.fill(visits);
    const data = await clinic.open();
    const noisesOf = async (list: string) => (await data.sql(`SELECT ${list} FROM visits`)).explain({ epsilon: 1 });
    const parts = await noisesOf('sum(cost), count(*)');
    const computed = await noisesOf(
      'sum(cost) / count(*) AS r, sum(cost) - count(*) AS d, count(*) + count(*) AS twice',
    );
    expect(computed.noises.map(({ share, scale }) => [share, scale])).toEqual(
      parts.noises.map(({ share, scale }) => [share, scale]),
    );
    expect(computed.noises.map(({ values }) => values)).toEqual([
      ['r', 'd'],
      ['r', 'd', 'twice'],
    ]);
    // what is a sum of values is foretold, a ratio depends on the data
    const { sum_cost: sum, count } = parts.error.noise;
    expect(computed.error.noise).toEqual({
      d: expect.closeTo(Math.hypot(sum, count), 9),
      twice: expect.closeTo(2 * count, 9),
    });
    const sql =
      'SELECT ward, sum(cost) / count(*) AS r FROM visits GROUP BY ward HAVING count(*) > -1000 ORDER BY r DESC';
    const first = await ask(data, sql, { epsilon: 2 });
    expect(first.charged.epsilon).toBe(2);
    const again = await ask(data, sql, { epsilon: 2 });
    expect(again).toMatchObject({ recorded: true, charged: { epsilon: 0 }, rows: first.rows });
    const shown = first.rows.map(({ values }) => values.r as { estimate: number });
    expect(first.rows.every(({ values }) => Object.keys(values).join() === 'r')).toBe(true);
    expect(shown.map(({ estimate }) => estimate)).toEqual(shown.map(({ estimate }) => estimate).sort((a, b) => b - a));
    await data.close();
    expect((await verifyLedger(clinic.path('visits.ledger'), clinic.policy)).disagreements).toEqual([]);
  }, policy));

test('the noise is that of the parts as they are released, whatever is computed from them', () =>
  inClinic(async clinic => {
    clinic.fill(visits);
    const data = await clinic.open();
    const sql = 'SELECT sum(cost), count(*), avg(age), sum(cost) / count(*) AS r, count(*) - avg(age) AS d FROM visits';
    const { rows } = await ask(data, sql, { epsilon: 0.5 });
    const { sum_cost, count, mean_age, r, d } = rows[0].values as Record<string, { estimate: number }>;
    expect(r.estimate).toBeCloseTo(sum_cost.estimate / count.estimate, 9);
    if (mean_age.estimate !== null) expect(d.estimate).toBeCloseTo(count.estimate - mean_age.estimate, 9);
    await data.close();
  }, policy));

test('of groups not listed in advance too, with a sample, and by the noisy count that shows them', () =>
  inClinic(async clinic => {
    clinic.fill(visits.map((visit, i) => ({ ...visit, town: i < 50 ? 'Ulm' : 'Bonn' })));
    const data = await clinic.open();
    const sql = 'SELECT town, sum(cost) / count(*) AS r FROM visits GROUP BY town';
    const { rows } = await ask(data, sql, { epsilon: 1e6, delta: 1e-6 });
    expect(rows.map(({ key }) => key.town)).toContain('Ulm');
    const sampled = 'SELECT sum(cost) / count(*) AS r FROM visits TABLESAMPLE BERNOULLI (50)';
    const [{ values }] = (await ask(data, sampled, { epsilon: 1e6 })).rows;
    expect(values.r).toMatchObject({ estimate: expect.any(Number), standardError: expect.any(Number) });
    await data.close();
  }, policy));
