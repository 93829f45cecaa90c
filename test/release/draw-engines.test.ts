/** What is written of a table is what lies there, with its types, wherever it lies: in files, and in PostgreSQL. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { type CoarsenedColumn, openDataFile, openTally } from '../../src/engine/index.ts';
import { auditRelease, checkRelease, drawRelease } from '../../src/release/index.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { openDatabase } from '../support/postgres.ts';

const server = await openDatabase();
afterAll(() => server?.stop());

const folder = mkdtempSync(join(tmpdir(), 'sortition-draw-engines-'));
const path = (name: string): string => join(folder, name);
const duckdb = await DuckDBInstance.create(':memory:');
const connection = await duckdb.connect();
afterAll(() => duckdb.closeSync());

const TYPES =
  'person INTEGER, ward VARCHAR, age INTEGER, weight DOUBLE PRECISION, seen DATE, moment TIMESTAMP, well BOOLEAN';
const ROWS = [
  `1, 'A', 31, 70.5, '2024-02-29', '2024-02-29 10:00:00', true`,
  `1, 'A', 38, 70, '2024-03-01', '2024-02-29 10:00:00', false`,
  `2, 'o''hara, "É"', 52, 81.25, '2023-12-31', NULL, NULL`,
  `3, '', NULL, NULL, NULL, '2024-02-29 10:00:00.5', true`,
  `3, NULL, 120, 70, '2024-02-29', '1999-01-01 00:00:00', true`,
  `4, 'A', 31, 70.5, '2024-02-29', '2024-02-29 10:00:00', true`,
].map(row => `(${row})`);

await connection.run(`CREATE TABLE visits (${TYPES}); INSERT INTO visits VALUES ${ROWS.join(', ')}`);
for (const file of ['visits.parquet', 'visits.csv']) await connection.run(`COPY visits TO '${path(file)}'`);

const column = (name: string, ...rules: CoarsenedColumn['rules']): CoarsenedColumn => ({ name, rules });
const ALL = ['ward', 'age', 'weight', 'seen', 'moment', 'well'].map(name => column(name));
const COARSE = [
  column('ward', { kind: 'prefix', length: 2 }),
  column('age', { kind: 'range', width: 10 }, { kind: 'top', most: 60 }),
  column('weight', { kind: 'bottom', least: 80 }),
  column('seen', { kind: 'month' }),
];

type Origin = Parameters<typeof openTally>[0];

/** Every group once, as the lines of a file. */
async function written(origin: Origin, columns: readonly CoarsenedColumn[], unit?: string): Promise<string[]> {
  const into = { path: path(`written-${counter++}.csv`), format: 'csv' } as const;
  const tally = await openTally(origin, { table: 'visits', columns, unit, into });
  try {
    await tally.write(tally.counts.map((_, group) => group));
    const lines = readFileSync(into.path, 'utf8').trimEnd().split('\n').slice(1);
    return unit === undefined ? lines.map((line, group) => `${tally.counts[group]} x ${line}`).sort() : byPerson(lines);
  } finally {
    await tally.close();
  }
}
let counter = 0;

/** Numbers of people are the order in which groups lie, which is nobody's promise. */
function byPerson(lines: readonly string[]): string[] {
  const people = new Map<string, string[]>();
  for (const line of lines) {
    const [, person, cells] = /^(\d+),(.*)$/.exec(line)!;
    people.set(person, [...(people.get(person) ?? []), cells]);
  }
  return [...people.values()].map(rows => rows.sort().join(' | ')).sort();
}

async function originOf(file: string): Promise<Origin> {
  const { engine, origin } = await openDataFile(path(file));
  await engine.close();
  return origin;
}

/** CSV cannot tell a text without letters from none: there both are none. */
const NO_TEXT = /(?<= |^)""(?=,)/;

test('a file comes out as it went in', async () => {
  const all = [
    '1 x ,120,70,2024-02-29,1999-01-01 00:00:00,true',
    '1 x "",,,,2024-02-29 10:00:00.5,true',
    '1 x "o\'hara, ""É""",52,81.25,2023-12-31,,',
    '1 x A,38,70,2024-03-01,2024-02-29 10:00:00,false',
    '2 x A,31,70.5,2024-02-29,2024-02-29 10:00:00,true',
  ].sort();
  expect(await written(await originOf('visits.parquet'), ALL)).toEqual(all);
  const spelled = all.map(line => line.replace(',70,', ',70.0,').replace(NO_TEXT, '')).sort();
  expect(await written(await originOf('visits.csv'), ALL)).toEqual(spelled);
});

test('rules, and people with several rows, do not depend on where the table lies', async () => {
  const months = [
    '1 x ,60,80,2024-02',
    '1 x "",,,',
    "1 x o',50,81.25,2023-12",
    '1 x A,30,80,2024-03',
    '2 x A,30,80,2024-02',
  ].sort();
  const people = ['"", | ,60', 'A,30', 'A,30 | A,30', "o',50"];
  for (const file of ['visits.parquet', 'visits.csv']) {
    const origin = await originOf(file);
    const expectedLines = (lines: readonly string[]): string[] =>
      lines.map(line => (file.endsWith('.csv') ? line.replace(NO_TEXT, '') : line)).sort();
    expect(await written(origin, COARSE)).toEqual(expectedLines(months));
    expect(await written(origin, COARSE.slice(0, 2), 'person')).toEqual(expectedLines(people));
  }
});

test('Parquet keeps the types of Parquet', async () => {
  const into = { path: path('typed.parquet'), format: 'parquet' } as const;
  const tally = await openTally(await originOf('visits.parquet'), { table: 'visits', columns: ALL, into });
  await tally.write([0, 1, 1]);
  await tally.close();
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${into.path}')`);
  expect(described.getRows().map(([name, type]) => `${name} ${type}`)).toEqual([
    'ward VARCHAR',
    'age INTEGER',
    'weight DOUBLE',
    'seen DATE',
    'moment TIMESTAMP',
    'well BOOLEAN',
  ]);
});

const policyOf = (columns: PolicyInput['tables'][string]['columns']) => ({
  source: { engine: 'postgres', url: 'env:SORTITION_DRAW_URL' } as const,
  tables: { visits: { columns } },
  budget: { epsilon: 1 },
  ledger: `sqlite:${path('visits.ledger')}`,
});

test.skipIf(server === undefined)('PostgreSQL writes what DuckDB writes', async () => {
  await server!.run(`CREATE TABLE visits (${TYPES})`);
  await server!.run(`INSERT INTO visits VALUES ${ROWS.join(', ')}`);
  const columns: Parameters<typeof policyOf>[0] = {
    person: { type: 'integer' },
    ...{ ward: { type: 'text' }, age: { type: 'integer' }, weight: { type: 'number' } },
    ...{ seen: { type: 'date' }, moment: { type: 'timestamp' }, well: { type: 'boolean' } },
  };
  process.env.SORTITION_DRAW_URL = server!.url;
  const postgres = await loadPolicy(policyOf(columns));
  const file = await originOf('visits.parquet');
  expect(await written(postgres, ALL)).toEqual(await written(file, ALL));
  expect(await written(postgres, COARSE)).toEqual(await written(file, COARSE));
  expect(await written(postgres, ALL, 'person')).toEqual(await written(file, ALL, 'person'));
});

test.skipIf(server === undefined)('a table of PostgreSQL is drawn from under its policy', async () => {
  process.env.SORTITION_DRAW_URL = server!.url;
  await server!.run('CREATE TABLE many (ward TEXT)');
  await server!.run(
    `INSERT INTO many SELECT CASE WHEN i % 3 = 0 THEN 'A' ELSE 'B' END FROM generate_series(1, 6000) i`,
  );
  const policy = { ...policyOf({}), tables: { many: { columns: { ward: { type: 'text' } } } } };
  writeFileSync(path('policy.json'), JSON.stringify(policy));
  const order = { data: path('policy.json'), table: 'many', columns: ['ward'], epsilon: 1, delta: 0.001, rate: '0.1' };
  const drawn = await drawRelease({ ...order, out: path('many.parquet') });
  expect(drawn).toMatchObject({ verdict: 'safe', entry: 2 });
  const shown = await connection.runAndReadAll(
    `SELECT ward, count(*)::INTEGER FROM read_parquet('${path('many.parquet')}') GROUP BY ward ORDER BY ward`,
  );
  for (const [place, count] of [2000, 4000].entries())
    expect(Math.abs(Number(shown.getRows()[place][1]) - count / 10)).toBeLessThan(5 * Math.sqrt(count * 0.09));
  await expect(drawRelease({ ...order, out: path('more.csv') })).rejects.toMatchObject({ code: 'release_repeated' });
});

test.skipIf(server === undefined)('times that only one engine writes so are published as they are', async () => {
  process.env.SORTITION_DRAW_URL = server!.url;
  const moments = [
    '0044-03-15 12:30:00.5 BC',
    'infinity',
    '2024-02-29 10:00:00',
    '10000-01-01',
    '294276-12-31 23:59:59',
  ];
  const rows = moments
    .map(moment => `('${moment}'::date, '${moment}'::timestamp, '${moment}'::timestamptz)`)
    .join(', ');
  await server!.run('CREATE TABLE long_ago (day DATE, moment TIMESTAMP, instant TIMESTAMPTZ)');
  await server!.run(`INSERT INTO long_ago SELECT t.* FROM (VALUES ${rows}) t, generate_series(1, 300)`);
  const columns = { day: { type: 'text' }, moment: { type: 'text' }, instant: { type: 'text' } } as const;
  const data = path('long-ago.json');
  const ledger = `sqlite:${path('long-ago.ledger')}`;
  writeFileSync(data, JSON.stringify({ ...policyOf({}), ledger, tables: { long_ago: { columns } } }));
  const order = { data, table: 'long_ago', columns: Object.keys(columns), epsilon: 100, delta: 0.5, reason: 'again' };
  for (const [coarsen, format] of [
    ['', 'csv'],
    ['', 'parquet'],
    ['day=year,instant=month', 'parquet'],
  ]) {
    const sample = path(`long-ago${coarsen}.${format}`);
    await drawRelease({ ...order, coarsen, rate: '0.5', out: sample });
    const found = await checkRelease({ sample, data, table: 'long_ago', coarsen, epsilon: 100 });
    expect([found.distinct, found.sampleDistinct]).toEqual([5, 5]);
  }
  expect(await auditRelease(order)).toMatchObject({ distinct: 5 });
  const kept = await connection.runAndReadAll(
    `SELECT DISTINCT CAST(day AS VARCHAR) FROM read_parquet('${path('long-ago.parquet')}') WHERE year(day) < 0`,
  );
  expect(kept.getRows()).toEqual([['0044-03-15 (BC)']]);
});
