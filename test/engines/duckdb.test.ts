/** What DuckDB may not do, how it is stopped, and what is told when it fails. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Incident } from '../../src/engine/failure.ts';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { loadPolicy, type Policy, type PolicyInput } from '../../src/source/index.ts';
import { cellsOf } from './raw-query.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-duckdb-'));
const inFolder = (name: string): string => join(folder, name);
const incidents: Incident[] = [];
const report = (incident: Incident): void => void incidents.push(incident);

const policyFor = (file: string, tables: PolicyInput['tables']): Promise<Policy> =>
  loadPolicy({
    source: { engine: 'duckdb', path: inFolder(file) },
    tables,
    budget: { epsilon: 1 },
    ledger: 'sqlite:x',
  });

const VISITS = { visits: { columns: { age: { type: 'integer' } } } } as const;
let engine: Engine;

beforeAll(async () => {
  writeFileSync(inFolder('visits.csv'), 'age\n30\n40\n');
  writeFileSync(inFolder('neighbour.csv'), 'secret\n1\n');
  engine = await openEngine(await policyFor('visits.csv', VISITS), { report, memoryMegabytes: 100 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

test('its own table can be read', async () =>
  expect(await cellsOf(engine, 'SELECT age FROM visits')).toEqual(['30', '40']));

test.each([
  `SELECT * FROM read_csv('/etc/passwd')`,
  `SELECT * FROM read_text('/etc/passwd')`,
  `SELECT * FROM '/etc/passwd'`,
  `SELECT file FROM glob('/etc/*')`,
  `SELECT * FROM read_csv('${inFolder('neighbour.csv')}')`,
  `COPY (SELECT 1) TO '${inFolder('copy.csv')}'`,
  `COPY visits TO '${inFolder('visits.csv')}'`,
  `EXPORT DATABASE '${inFolder('export')}'`,
  `ATTACH '${inFolder('other.duckdb')}'`,
  `INSTALL httpfs`,
  `LOAD httpfs`,
  `SET enable_external_access = true`,
  `SET lock_configuration = false`,
  `SET memory_limit = '10GB'`,
  `PRAGMA threads = 64`,
  `RESET allowed_paths`,
  `CREATE TABLE t (x INTEGER)`,
  `DROP VIEW visits`,
  `CREATE SECRET (TYPE s3, KEY_ID 'a', SECRET 'b')`,
  `SELECT * FROM visits WHERE age = (SELECT error('cell 30'))`,
])('is refused, in one sentence: %s', async text => {
  const thrown = await cellsOf(engine, text).catch(error => error);
  expect(thrown).toMatchObject({ name: 'Refusal', code: 'engine_failed' });
  expect(thrown.message).toMatch(/^The engine could not finish \(incident [0-9a-f-]{36}\)\. What was charged stays/);
  expect(thrown.cause).toBeUndefined();
  expect(incidents.at(-1)).toEqual({
    id: /[0-9a-f-]{36}/.exec(thrown.message)?.[0],
    kind: expect.stringMatching(/^[\w ]+ Error$/),
  });
  expect(readdirSync(folder).sort()).toEqual(['neighbour.csv', 'visits.csv']);
});

describe('stopping', () => {
  const ENDLESS =
    'SELECT CAST(count(*) AS VARCHAR) FROM range(1000000000) a, range(1000000) b WHERE a.range <> b.range';

  test('the caller gives up, and gets the own reason back', async () => {
    const controller = new AbortController();
    const asked = cellsOf(engine, ENDLESS, { signal: controller.signal });
    setTimeout(() => controller.abort(new RangeError('mine')), 50);
    await expect(asked).rejects.toThrow(RangeError);
    expect(await cellsOf(engine, 'SELECT age FROM visits')).toHaveLength(2);
  });

  test('a caller who gave up before is not served', () =>
    expect(cellsOf(engine, ENDLESS, { signal: AbortSignal.abort(new RangeError('mine')) })).rejects.toThrow(
      RangeError,
    ));

  test('time runs out, and nobody learns that it was time', async () => {
    await expect(cellsOf(engine, ENDLESS, { timeoutMilliseconds: 50 })).rejects.toMatchObject({
      code: 'engine_failed',
    });
    expect(incidents.at(-1)?.kind).toBe('TimeOut');
  });

  test('a reader who leaves early stops the engine', async () => {
    for await (const _ of engine.run([{ ...ONE_BY_ONE }])) break;
    expect(await cellsOf(engine, 'SELECT age FROM visits')).toHaveLength(2);
  });
});

const ONE_BY_ONE = {
  dialect: 'duckdb',
  text: 'SELECT range FROM range(10000000000)',
  parameters: [],
  columns: ['whole'],
  kind: 'totals',
  statistics: [0],
  keys: 0,
} as const;

describe('memory', () => {
  const LARGE = `SELECT CAST(sum(n) AS VARCHAR) FROM (SELECT CAST(range * 7919 % 4000003 AS VARCHAR) || 'some longer text' AS k, count(*) AS n FROM range(3000000) GROUP BY k)`;

  test('without a folder to spill into, a large query fails and the next one works', async () => {
    await expect(cellsOf(engine, LARGE)).rejects.toMatchObject({ code: 'engine_failed' });
    expect(incidents.at(-1)?.kind).toBe('Out of Memory Error');
    expect(await cellsOf(engine, 'SELECT age FROM visits')).toHaveLength(2);
  });

  test('with one it ends; only its owner can look inside, and afterwards nothing is left', async () => {
    mkdirSync(inFolder('spill'));
    const spilling = await openEngine(await policyFor('visits.csv', VISITS), {
      memoryMegabytes: 100,
      spillInto: inFolder('spill'),
    });
    const [inside] = readdirSync(inFolder('spill'));
    expect(statSync(join(folder, 'spill', inside)).mode & 0o777).toBe(0o700);
    expect(await cellsOf(spilling, LARGE)).toEqual(['3000000']);
    await spilling.close();
    expect(readdirSync(inFolder('spill'))).toEqual([]);
    rmSync(inFolder('spill'), { recursive: true });
  });
});

describe('before anything is read', () => {
  const opening = async (file: string, tables: PolicyInput['tables'] = VISITS): Promise<unknown> =>
    openEngine(await policyFor(file, tables)).catch(thrown => ({ code: thrown.code, message: thrown.message }));

  test('a missing file', async () =>
    expect(await opening('gone/visits.csv')).toMatchObject({ code: 'file_unreadable' }));

  test('a broken Parquet file', async () => {
    writeFileSync(inFolder('visits.parquet'), 'PAR1 not really');
    expect(await opening('visits.parquet')).toMatchObject({ code: 'file_unreadable' });
    rmSync(inFolder('visits.parquet'));
  });

  test('a folder', async () => {
    mkdirSync(inFolder('visits.json'));
    expect(await opening('visits.json')).toMatchObject({ code: 'file_unreadable' });
    rmSync(inFolder('visits.json'), { recursive: true });
  });

  test('a column that is not there', async () =>
    expect(await opening('visits.csv', { visits: { columns: { size: { type: 'integer' } } } })).toEqual({
      code: 'source_mismatch',
      message: 'The data of table visits has no column size; correct the policy.',
    }));

  test('a table that is not there', async () => {
    const instance = await DuckDBInstance.create(inFolder('clinic.duckdb'));
    instance.closeSync();
    expect(await opening('clinic.duckdb')).toMatchObject({ code: 'source_mismatch' });
    rmSync(inFolder('clinic.duckdb'));
  });
});
