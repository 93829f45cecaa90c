/** People with more rows than count: what is answered, beside plain arithmetic on the same rows. */
import { describe, expect, test } from 'vitest';
import { amounts } from '../../src/amounts/index.ts';
import { releaserOf } from '../../src/answer/releaser.ts';
import { sharesOf } from '../../src/plan/costs/index.ts';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import { check } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import { fromSql } from '../../src/query/index.ts';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { ask, type Visit, withData } from '../support/clinic.ts';

const policyOf = (rowsPerUnit: number) =>
  ({
    source: { engine: 'duckdb', path: 'visits.csv' },
    tables: {
      visits: {
        unit: 'patient',
        rowsPerUnit,
        columns: {
          ward: { type: 'category', values: ['A', 'B', 'C'] },
          cost: { type: 'integer', min: 0, max: 1000 },
          age: { type: 'integer', min: 0, max: 120, perUnit: true },
        },
      },
    },
    budget: { epsilon: 1e12, delta: 1e-4 },
    ledger: 'sqlite:visits.ledger',
  }) as const satisfies PolicyInput;

/** So much that noise is nothing. */
const epsilon = 1e9;

/** Each patient's rows weigh at most k in all. */
function weights(visits: readonly Visit[], k: number): number[] {
  const rows = new Map<string, number>();
  for (const { patient = '' } of visits) rows.set(patient, (rows.get(patient) ?? 0) + 1);
  return visits.map(({ patient = '' }) => Math.min(1, k / rows.get(patient)!));
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[], weighed: readonly number[]): number =>
  sumOf(values.map((value, i) => value * weighed[i])) / sumOf(weighed);
function varianceOf(values: readonly number[], weighed: readonly number[]): number {
  const [mean, number] = [meanOf(values, weighed), sumOf(weighed)];
  return (sumOf(values.map((value, i) => weighed[i] * (value - mean) ** 2)) / number) * (number / (number - 1));
}

const patients = (number: number, visits: (i: number) => number, visit: (i: number, j: number) => Visit): Visit[] =>
  Array.from({ length: number }, (_, i) =>
    Array.from({ length: visits(i) }, (_, j) => ({ patient: `p${i}`, ...visit(i, j) })),
  ).flat();

const releasedIn = (sql: string, k: number, visits: readonly Visit[], name: string): Promise<readonly number[]> =>
  withData(
    async data => (await ask(data, sql, { epsilon })).rows.map(({ values }) => (values[name] as Estimate).estimate),
    policyOf(k),
    visits,
  );

describe('means, variances and covariances are of all rows, weighed alike', () => {
  const tens = patients(
    2000,
    () => 10,
    (_, j) => ({ cost: 200 + 20 * (j % 2), age: 30, ward: 'ABC'[j % 3] }),
  );

  test('ten visits each, of which three count: as if all did', async () => {
    expect((await releasedIn('SELECT avg(cost) AS x FROM visits', 3, tens, 'x'))[0]).toBeCloseTo(210, 6);
    // 6,000 rows' worth, for n/(n - 1)
    expect((await releasedIn('SELECT variance(cost) AS x FROM visits', 3, tens, 'x'))[0]).toBeCloseTo(
      (100 * 6000) / 5999,
      4,
    );
    expect((await releasedIn('SELECT avg(age) AS x FROM visits', 3, tens, 'x'))[0]).toBeCloseTo(30, 6);
    expect((await releasedIn('SELECT covar_samp(cost, age) AS x FROM visits', 3, tens, 'x'))[0]).toBeCloseTo(0, 4);
    const byWard = await releasedIn('SELECT ward, avg(cost) AS x FROM visits GROUP BY ward', 3, tens, 'x');
    // visits 0, 3, 6, 9; 1, 4, 7; 2, 5, 8
    expect(byWard[0]).toBeCloseTo(210, 6);
    expect(byWard[1]).toBeCloseTo(200 + 40 / 3, 6);
    expect(byWard[2]).toBeCloseTo(200 + 20 / 3, 6);
  });

  test('a twentieth of people a little above their bound', async () => {
    const visits = patients(
      1000,
      i => (i % 20 === 0 ? 4 : 1 + (i % 3)),
      (i, j) => ({ cost: (i * 37 + j * 411) % 151, age: 20 }),
    );
    const [costs, weighed] = [visits.map(({ cost }) => Number(cost)), weights(visits, 3)];
    const [mean] = await releasedIn('SELECT avg(cost) AS x FROM visits', 3, visits, 'x');
    expect(mean).toBeCloseTo(meanOf(costs, weighed), 6);
    const [variance] = await releasedIn('SELECT variance(cost) AS x FROM visits', 3, visits, 'x');
    expect(variance / varianceOf(costs, weighed)).toBeCloseTo(1, 6);
  });

  test.each([1, 2, 3])('half of the answers are yes, and %i rows count', async k => {
    const halves = patients(
      11,
      i => 2 * (1 + (i % 7)),
      (_, j) => ({ cost: j % 2, ward: 'AB'[j % 2] }),
    );
    expect((await releasedIn('SELECT avg(cost) AS x FROM visits', k, halves, 'x'))[0]).toBeCloseTo(0.5, 5);
    const share = 'SELECT avg(CASE WHEN ward = $$A$$ THEN 1 ELSE 0 END) AS x FROM visits'.replaceAll('$$', "'");
    expect((await releasedIn(share, k, halves, 'x'))[0]).toBeCloseTo(0.5, 5);
    const alone = patients(
      1,
      () => 6,
      (_, j) => ({ cost: j % 3 }),
    );
    expect((await releasedIn('SELECT avg(cost) AS x FROM visits', k, alone, 'x'))[0]).toBeCloseTo(1, 5);
  });
});

describe('shares of groups and values are those of the rows', () => {
  const crowded = patients(
    300,
    () => 10,
    (_, j) => ({ ward: j === 0 ? 'A' : 'B', cost: j === 0 ? 900 : 100 + j }),
  );

  test('one visit in ten', async () => {
    const counts = await releasedIn('SELECT ward, count(*) AS x FROM visits GROUP BY ward', 3, crowded, 'x');
    expect(counts).toEqual([90, 810, 0, 0]);
    const sums = await releasedIn('SELECT ward, sum(cost) AS x FROM visits GROUP BY ward', 3, crowded, 'x');
    // 900 is clamped to what 0.3 rows of at most 1,000 are worth; 945 is within 2,700
    for (const [i, sum] of [90_000, 283_500, 0, 0].entries()) expect(sums[i]).toBeCloseTo(sum, 2);
    const patientsThere = await releasedIn(
      'SELECT ward, count(DISTINCT patient) AS x FROM visits GROUP BY ward',
      3,
      crowded,
      'x',
    );
    expect(patientsThere).toEqual([300, 300, 0, 0]);
    const [high] = await releasedIn(
      'SELECT percentile_cont(0.85) WITHIN GROUP (ORDER BY cost) AS x FROM visits',
      3,
      crowded,
      'x',
    );
    expect(high).toBe(109);
  });
});

test('at a small epsilon the intervals of crowded people hold', async () => {
  const policy = await loadPolicy(policyOf(3));
  const visits = patients(
    400,
    i => 1 + (i % 12),
    (i, j) => ({ cost: (i * 37 + j * 411) % 1001, age: i % 100, ward: 'ABC'[(i + j) % 3] }),
  );
  const costs = visits.map(({ cost }) => Number(cost));
  const weighed = weights(visits, 3);
  const truth: Readonly<Record<string, number>> = { m: meanOf(costs, weighed), v: varianceOf(costs, weighed) };
  const checked = check(await fromSql('SELECT avg(cost) AS m, variance(cost) AS v FROM visits', policy), policy);
  const rows = visits.map(({ patient = '', cost, age }) => ({ patient, cost: BigInt(cost!), age: BigInt(age!) }));
  const groups = meaning(checked, { visits: rows }, '5a'.repeat(32));
  const mechanisms = sharesOf(checked, { epsilon: amounts.written('2'), delta: 0 });
  const { release } = releaserOf(checked, mechanisms, uniform(reproducibleEntropy(7)));
  const held: Record<string, number> = { m: 0, v: 0 };
  for (let run = 0; run < 1000; run += 1)
    for (const [name, { interval95 }] of Object.entries(release(groups)[0].values as Record<string, Estimate>))
      held[name] += interval95[0] <= truth[name] && truth[name] <= interval95[1] ? 1 : 0;
  for (const share of Object.values(held)) expect(share).toBeGreaterThanOrEqual(930);
});

test('a part of a row is worth a part of its range, however wide that is', async () => {
  const widest = 2 ** 40;
  const visits = patients(
    20,
    () => 10,
    (_, j) => ({ ward: j < 3 ? 'A' : 'B', cost: j < 3 ? widest : 5 }),
  );
  const policy = policyOf(1);
  const { columns } = policy.tables.visits;
  const wide = {
    ...policy,
    tables: {
      visits: { ...policy.tables.visits, columns: { ...columns, cost: { ...columns.cost, max: widest } } },
    },
  } satisfies PolicyInput;
  const asked = 'SELECT ward, sum(cost) AS x FROM visits GROUP BY ward';
  const { rows } = await withData(data => ask(data, asked, { epsilon: 1e12 }), wide, visits);
  const [inA, inB] = rows.map(({ values }) => (values.x as Estimate).estimate);
  // three rows of ten, of which one counts: 0.3 of the range for each of twenty people
  expect(inA / (20 * 0.3 * widest)).toBeCloseTo(1, 9);
  expect(inB / (20 * 7 * 5)).toBeCloseTo(1, 1);
});
