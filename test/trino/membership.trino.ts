/** A key draws the same people on every engine, whatever their ids are: compared one by one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { check } from '../../src/plan/index.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { unitsQuery } from '../../src/sql/index.ts';
import { openDatabase } from '../support/postgres.ts';
import { theCluster } from './cluster.ts';
import { runOn } from './statements.ts';

const UNITS = Number(process.env.SORTITION_UNITS ?? 100_000);
const KEY = '0123456789abcdef'.repeat(4);

/** The id of the n-th unit in the words of DuckDB, PostgreSQL and Trino. */
const IDS = {
  numbers: ['n * 7919 - 5000000', 'n * 7919 - 5000000', 'n * 7919 - 5000000'],
  texts: [
    `CASE n % 4 WHEN 0 THEN 'Zürich ' WHEN 1 THEN '🤦🏼‍♂️' WHEN 2 THEN 'o''Brien' ELSE '' END || CAST(n AS VARCHAR)`,
    `CASE n % 4 WHEN 0 THEN 'Zürich ' WHEN 1 THEN '🤦🏼‍♂️' WHEN 2 THEN 'o''Brien' ELSE '' END || CAST(n AS VARCHAR)`,
    `CASE n % 4 WHEN 0 THEN 'Zürich ' WHEN 1 THEN '🤦🏼‍♂️' WHEN 2 THEN 'o''Brien' ELSE '' END || CAST(n AS VARCHAR)`,
  ],
  // as many days as there are between the years 1 and 9999, then again from the first
  dates: [
    `DATE '0001-01-01' + CAST(n % 3652059 AS INTEGER)`,
    `DATE '0001-01-01' + CAST(n % 3652059 AS INTEGER)`,
    `date_add('day', n % 3652059, DATE '0001-01-01')`,
  ],
  uuids: [
    'CAST(md5(CAST(n AS VARCHAR)) AS UUID)',
    'CAST(md5(CAST(n AS VARCHAR)) AS UUID)',
    `CAST(regexp_replace(lower(to_hex(md5(to_utf8(CAST(n AS varchar))))), '(.{8})(.{4})(.{4})(.{4})(.{12})', '$1-$2-$3-$4-$5') AS uuid)`,
  ],
  'long numbers': [
    'CAST(n AS DECIMAL(38,0)) * 1000000000000000000000000',
    'CAST(CAST(n AS NUMERIC) * 1000000000000000000000000 AS NUMERIC(38,0))',
    `CAST(n AS decimal(38,0)) * CAST('1000000000000000000000000' AS decimal(38,0))`,
  ],
} as const;

const cluster = await theCluster();
const postgres = await openDatabase();
const folder = mkdtempSync(join(tmpdir(), 'sortition-membership-'));
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const SCHEMES = [
  { kind: 'bernoulli', rate: '0.3' },
  { kind: 'fixed-size', size: Math.floor(UNITS / 10) },
] as const;

describe.skipIf(cluster === undefined || postgres === undefined).each(Object.entries(IDS))('%s', (_, ids) => {
  const sources: readonly PolicyInput['source'][] = [
    { engine: 'duckdb', path: join(folder, 'units.parquet') },
    { engine: 'postgres', url: 'env:POSTGRES', version: '1' },
    { engine: 'trino', url: 'env:TRINO', catalog: 'memory', schema: 'hospital', version: '1' },
  ];

  test(`of ${UNITS} units the same are drawn on three engines`, async () => {
    const { url } = cluster!;
    await onDuckdb(
      `COPY (SELECT ${ids[0]} AS id, TRUE AS here FROM range(${UNITS}) t (n)) TO '${join(folder, 'units.parquet')}'`,
    );
    await postgres!.run('DROP TABLE IF EXISTS units');
    await postgres!.run(
      `CREATE TABLE units AS SELECT ${ids[1]} AS id, TRUE AS here FROM generate_series(0, ${UNITS - 1}) t (n)`,
    );
    await runOn(url, 'DROP TABLE IF EXISTS memory.hospital.units');
    const thousands = `UNNEST(sequence(0, ${Math.ceil(UNITS / 1000) - 1})) AS a (x) CROSS JOIN UNNEST(sequence(0, 999)) AS b (y)`;
    await runOn(
      url,
      `CREATE TABLE memory.hospital.units AS SELECT ${ids[2]} AS id, TRUE AS here FROM (SELECT CAST(x * 1000 + y AS bigint) AS n FROM ${thousands}) WHERE n < ${UNITS}`,
    );
    for (const scheme of SCHEMES) {
      const drawn: string[][] = [];
      for (const source of sources) {
        const policy = await loadPolicy({
          source,
          tables: { units: { unit: 'id', rowsPerUnit: 1, columns: { here: { type: 'boolean' } } } },
          budget: { epsilon: 1 },
          ledger: 'sqlite:none',
        });
        const engine = await openEngine(policy, { environment: { POSTGRES: postgres!.url, TRINO: url } });
        const input = { kind: 'sample', input: { kind: 'scan', table: 'units' }, scheme, name: null } as const;
        const checked = check(
          { version: 1, input, grouping: { kind: 'none' }, aggregates: [{ kind: 'units', name: 'n' }], afterwards: {} },
          policy,
        );
        const target = { dialect: engine.dialect, catalogue: engine.catalogue, key: KEY, drawKeys: [KEY] };
        drawn.push(await idsFrom(engine, unitsQuery(checked, target, 0)));
        await engine.close();
      }
      const [one, ...others] = drawn;
      expect(one.length).toBeGreaterThan(UNITS / 20);
      for (const other of others) expect(other).toEqual(one);
    }
  });
});

/** Sorted, as texts. */
async function idsFrom(engine: Engine, statement: ReturnType<typeof unitsQuery>): Promise<string[]> {
  // the engine's own text of an id is what is hashed
  const text = `SELECT CAST(id AS VARCHAR) FROM (${statement.text}) AS drawn (id)`;
  const query = { ...statement, text, columns: ['text'], kind: 'totals', statistics: [], keys: 1 } as const;
  const ids: string[] = [];
  for await (const { cells } of engine.run([query])) ids.push(String(cells[0]));
  return ids.sort();
}

async function onDuckdb(statement: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(statement);
  instance.closeSync();
}
