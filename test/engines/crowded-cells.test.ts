/** Units with more rows than count, in several cells: each way in which SQL cuts them is what the plan means. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { type Aggregate, check, type Grouping, type Plan } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { RawRow } from '../../src/plan/operators/operator.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { lower } from '../../src/sql/index.ts';
import { by, choice, column, compare, count, number, plan, scan, text } from '../support/plan-builders.ts';
import { openDatabase } from '../support/postgres.ts';
import { tables } from './hospital.ts';
import { fillPostgres, writeParquet } from './loading.ts';
import { expected, resultsOf } from './results.ts';

const KEY = '0123456789abcdef'.repeat(4);
const folder = mkdtempSync(join(tmpdir(), 'sortition-crowded-'));
const postgres = await openDatabase();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One to nine visits each, of which two count, in any of four wards and none. */
const patients: readonly (readonly RawRow[])[] = Array.from({ length: 60 }, (_, i) =>
  Array.from({ length: 1 + (i % 9) }, (_, j) => ({
    patient: `p${i}`,
    ward: ['A', 'b', 'é', `'; --`, null][(i * 7 + j * (1 + (i % 3))) % 5],
    cost: ((i * 131 + j * 37) % 1200) - 50,
    age: BigInt((i * 13 + j * 29) % 121),
  })),
);
const data = { visits: patients.flat(), people: [], cards: [], wards: [] };

const common = { budget: { epsilon: 1 }, ledger: 'sqlite:none.ledger', tables } as const;
const onFiles = await loadPolicy({ source: { engine: 'duckdb', path: join(folder, 'visits.parquet') }, ...common });
const onPostgres = await loadPolicy({ source: { engine: 'postgres', url: 'env:URL' }, ...common });

/** The same where five rows count, two of them in a group. */
const inGroups = await loadPolicy({
  source: { engine: 'duckdb', path: join(folder, 'visits.parquet') },
  ...common,
  tables: { ...tables, visits: { ...tables.visits, rowsPerUnit: 5, rowsPerGroup: 2 } },
});

const mean: Aggregate = { kind: 'mean', name: 'mean', of: column('cost') };
const median: Aggregate = { kind: 'quantile', name: 'median', of: column('age'), rank: '0.5' };
const units: Aggregate = { kind: 'units', name: 'units' };
const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };
const old = choice(compare(column('age'), 'atLeast', number('50')), text('old'), text('young'));
const byAge: Grouping = { kind: 'public', keys: [{ name: 'age', expression: old }] };
const byBoth: Grouping = { kind: 'public', keys: [{ name: 'ward', expression: column('ward') }, ...byAge.keys] };
const privately: Grouping = { kind: 'private', keys: [{ name: 'ward', expression: column('ward') }] };
const asked = (aggregates: readonly Aggregate[], grouping: Grouping): Plan =>
  plan(scan('visits'), aggregates, grouping);

/** With what shows that the engine goes the way that is meant. */
const cases: readonly [string, Plan, RegExp][] = [
  ['counts in a few cells', asked([count], by('ward')), /FILTER/],
  ['units in a few cells', asked([count, units], by('ward')), /FILTER/],
  ['units in cells by two values', asked([units], byAge), /FILTER/],
  ['counts in more cells', asked([count, units], byBoth), /crowded/],
  ['sums', asked([sum, units], by('ward')), /crowded/],
  ['sums and their squares', { ...asked([sum, units], by('ward')), interval: { share: '0.5' } }, /LEFT JOIN "crowded"/],
  ['whole rows in cells of their own', asked([count, sum], privately), /row_place/],
  ['whole rows and their squares', { ...asked([count], privately), interval: { share: '0.5' } }, /row_place/],
  ['whole units in cells of their own', asked([units, count], privately), /cell_place/],
  ['counts and their squares', { ...asked([count], byBoth), interval: { share: '0.5' } }, /LEFT JOIN "crowded"/],
];

const bounded: readonly [string, Plan, RegExp][] = [
  ...cases,
  ['means in groups', asked([mean, units], by('ward')), /values_kept/],
  ['means in groups of their own', asked([mean, count], privately), /values_kept/],
  ['medians in groups', asked([count, median], by('ward')), /FILTER/],
  ['means and their squares', { ...asked([mean], by('ward')), interval: { share: '0.5' } }, /values_kept/],
  ['no groups', asked([count, sum, mean, median], { kind: 'none' }), /GROUP BY/],
];

async function compared(engine: Engine, asked: Plan, way: RegExp, policy = onFiles): Promise<void> {
  const checked = check(asked, policy);
  const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: KEY };
  expect(lower(checked, target)[0].text).toMatch(way);
  const truth = expected(meaning(checked, data, KEY));
  expect(truth.size).toBeGreaterThan(0);
  expect(await resultsOf(engine, checked, { key: KEY })).toEqual(truth);
}

describe.each([1, 8])('DuckDB with %d threads', threads => {
  let engine: Engine;
  beforeAll(async () => {
    await writeParquet(data, folder);
    engine = await openEngine(onFiles, { threads });
  });
  afterAll(() => engine.close());
  test.each(cases)('%s', (_, plan, way) => compared(engine, plan, way));
  test.each(bounded)('bounded groups: %s', (_, plan, way) => compared(engine, plan, way, inGroups));
});

describe.skipIf(postgres === undefined)('PostgreSQL', () => {
  let engine: Engine;
  beforeAll(async () => {
    await fillPostgres(postgres!, data);
    engine = await openEngine(onPostgres, { environment: { URL: postgres!.url } });
  });
  afterAll(() => engine.close());
  test.each(cases)('%s', (_, plan, way) => compared(engine, plan, way));
  test.each(bounded)('bounded groups: %s', (_, plan, way) => compared(engine, plan, way, inGroups));
});
