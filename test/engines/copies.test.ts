/** Copies in DuckDB: whole or not there, for their owner alone, of the data as they are. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Copy } from '../../src/engine/engine.ts';
import type { Incident } from '../../src/engine/failure.ts';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { check, type Plan } from '../../src/plan/index.ts';
import { loadPolicy, type Policy, type PolicyInput, statesNow } from '../../src/source/index.ts';
import { type Statement, unitsQuery } from '../../src/sql/index.ts';
import { cellsOf } from './raw-query.ts';

const KEY = '5ec7e75ec7e75ec7'.repeat(4);
const folder = mkdtempSync(join(tmpdir(), 'sortition-copies-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = (...names: readonly string[]): string => join(folder, ...names);
const kept = (): string[] => readdirSync(inFolder('ledger', 'samples')).sort();

const columns = { age: { type: 'integer', min: 0, max: 120 } } as const;
const policy = (version: string, more: PolicyInput['tables'][string]['columns'] = {}) =>
  loadPolicy({
    source: { engine: 'duckdb', path: inFolder('visits.csv'), version },
    tables: {
      visits: { unit: 'patient', rowsPerUnit: 2, columns: { ...columns, ...more } },
      others: { path: inFolder('others.csv'), columns },
      wards: { path: inFolder('wards.csv'), public: true, key: 'ward', columns: { ward: { type: 'text' } } },
    },
    budget: { epsilon: 1 },
    ledger: 'sqlite:x',
  });

const sample: Plan = {
  version: 1,
  input: {
    kind: 'sample',
    input: { kind: 'scan', table: 'visits' },
    scheme: { kind: 'fixed-size', size: 2 },
    name: 'june',
  },
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'count', name: 'count' }],
  afterwards: {},
};
const checked = check(sample, await policy('1'));

const units = ({ dialect, catalogue }: Engine): Statement =>
  unitsQuery(checked, { dialect, catalogue, key: KEY, drawKeys: [KEY] }, 0);

const incidents: Incident[] = [];
const engines: Engine[] = [];
/** The state of the data that an engine was opened for. */
const states = new WeakMap<Engine, string>();
async function opened(...of: Partial<Parameters<typeof policy>>): Promise<Engine> {
  const [version = '1', more] = of;
  const options = { copiesInto: inFolder('ledger'), spillInto: inFolder('ledger'), threads: 2 };
  const report = (incident: Incident): void => void incidents.push(incident);
  const loaded = await policy(version, more);
  const engine = await openEngine(loaded, { ...options, report });
  states.set(engine, statesNow(loaded).nameOf(['visits', 'wards']));
  engines.push(engine);
  return engine;
}
const wanted = (engine: Engine, name = 'june/../../x', holds = () => true): Copy => ({
  table: 'visits',
  beside: [],
  name,
  state: states.get(engine) ?? 'now',
  readState: states.get(engine) ?? 'now',
  holds,
  units: units(engine),
});
const copyOf = async (engine: Engine): Promise<Engine> => (await engine.copy(wanted(engine)))!;
const rowsIn = async (engine: Engine): Promise<unknown[]> =>
  (await cellsOf(engine, 'SELECT patient || age FROM visits')).sort();

beforeEach(() => {
  mkdirSync(inFolder('ledger'), { recursive: true });
  writeFileSync(inFolder('visits.csv'), 'patient,age,note\n01,30,x\n01,31,x\n2,40,x\n3,50,x\n4,60,x\n,70,x\n');
  writeFileSync(inFolder('others.csv'), 'age\n1\n');
  writeFileSync(inFolder('wards.csv'), 'ward\nA\n');
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  rmSync(inFolder('ledger'), { recursive: true, force: true });
});

test('holds all rows of its units and nobody else', async () => {
  const rows = await rowsIn(await copyOf(await opened()));
  const all = ['0130', '0131', '240', '350', '460'];
  expect(all).toEqual(expect.arrayContaining(rows));
  expect(new Set(rows.map(row => String(row).slice(0, -2))).size).toBe(2);
});

test('only its owner can enter the folder or read the file; neither name nor key is in it', async () => {
  await copyOf(await opened());
  expect(statSync(inFolder('ledger', 'samples')).mode & 0o777).toBe(0o700);
  const [file, ...more] = kept();
  expect(more).toEqual([]);
  expect(file).toMatch(/^[0-9a-f]{32}_[0-9a-f]{16}\.duckdb$/);
  expect(statSync(inFolder('ledger', 'samples', file)).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(inFolder('ledger', 'samples', file));
  expect(bytes.includes(KEY)).toBe(false);
  expect(bytes.includes('june')).toBe(false);
});

test('is found again by later processes, and made once for all who ask at the same time', async () => {
  const first = await opened();
  const copies = await Promise.all([copyOf(first), copyOf(first), copyOf(first)]);
  const [file] = kept();
  const { ino } = statSync(inFolder('ledger', 'samples', file));
  expect(await rowsIn(await copyOf(await opened()))).toEqual(await rowsIn(copies[0]));
  expect(kept()).toEqual([file]);
  expect(statSync(inFolder('ledger', 'samples', file)).ino).toBe(ino);
});

test('several makers do not disturb each other', async () => {
  const makers = await Promise.all([opened(), opened(), opened()]);
  const copies = await Promise.all(makers.map(copyOf));
  const rows = await Promise.all(copies.map(rowsIn));
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[2]).toEqual(rows[0]);
  expect(kept()).toHaveLength(1);
});

describe('is made anew', () => {
  test('when the data changed', async () => {
    const engine = await opened();
    await copyOf(engine);
    const before = kept();
    writeFileSync(inFolder('visits.csv'), 'patient,age\n7,30\n8,31\n');
    expect(await rowsIn(await copyOf(await opened()))).toEqual(['730', '831']);
    expect(kept()).toHaveLength(1);
    expect(kept()).not.toEqual(before);
  });

  test('for another version of the data', async () => {
    await copyOf(await opened());
    const before = kept();
    await copyOf(await opened('2'));
    expect(kept()).toHaveLength(1);
    expect(kept()).not.toEqual(before);
  });

  test('where the policy wants another column', async () => {
    await copyOf(await opened());
    const copy = await copyOf(await opened('1', { note: { type: 'text' } }));
    expect(await cellsOf(copy, 'SELECT DISTINCT note FROM visits')).toEqual(['x']);
    expect(kept()).toHaveLength(1);
  });

  test('once it was forgotten', async () => {
    const engine = await opened();
    const rows = await rowsIn(await copyOf(engine));
    await engine.forget('june/../../x');
    expect(kept()).toEqual([]);
    await engine.forget('june/../../x');
    expect(await rowsIn(await copyOf(engine))).toEqual(rows);
  });
});

describe('goes wrong', () => {
  const failing = (engine: Engine): Statement => ({
    ...units(engine),
    text: `SELECT error('cell 30')`,
    parameters: [],
  });

  test('and says nothing, keeps nothing, and may be tried again', async () => {
    const engine = await opened();
    const thrown = await engine.copy({ ...wanted(engine, 'june'), units: failing(engine) }).catch(error => error);
    expect(thrown).toMatchObject({ name: 'Refusal', code: 'engine_failed' });
    // the incident's own number may have any digits
    expect(thrown.message.replace(/[0-9a-f-]{36}/, '')).not.toContain('30');
    expect(incidents.at(-1)?.kind).toMatch(/Error$/);
    expect(kept()).toEqual([]);
    expect(await rowsIn((await engine.copy(wanted(engine, 'june')))!)).not.toEqual([]);
  });

  test('where the data are written meanwhile, and is not kept', async () => {
    const engine = await opened();
    const torn = engine.copy(wanted(engine, 'june', () => false));
    await expect(torn).rejects.toMatchObject({ code: 'source_changed' });
    expect(kept()).toEqual([]);
  });

  test('where the data are gone, which was to be said before', async () => {
    const engine = await opened();
    rmSync(inFolder('visits.csv'));
    await expect(copyOf(engine)).rejects.toMatchObject({ code: 'engine_failed' });
  });

  test('by a crash: what is half-made is never used, and swept away', async () => {
    const engine = await opened();
    const { pid } = spawnSync(process.execPath, ['--version']);
    mkdirSync(inFolder('ledger', 'samples'), { recursive: true });
    const [dead, alive] = [pid, process.pid].map(maker => `${'a'.repeat(32)}_b.duckdb.${maker}.${'0'.repeat(36)}`);
    for (const file of [dead, `${dead}.wal`, alive]) writeFileSync(inFolder('ledger', 'samples', file), 'half');
    expect(await rowsIn(await copyOf(engine))).not.toEqual([]);
    expect(kept()).toHaveLength(2);
    expect(kept()).toContain(alive);
  });
});

test.each([
  'SELECT age FROM others',
  `SELECT * FROM read_csv('${inFolder('visits.csv')}')`,
  'INSERT INTO copy.rows VALUES (1, 1)',
  'CREATE TABLE copy.more (x INTEGER)',
  'DELETE FROM visits',
  `COPY visits TO '${inFolder('out.csv')}'`,
  `ATTACH '${inFolder('other.duckdb')}'`,
  'SET enable_external_access = true',
])('its engine refuses %s', async text => {
  const copy = await copyOf(await opened());
  await expect(cellsOf(copy, text)).rejects.toMatchObject({ code: 'engine_failed' });
  expect(await cellsOf(copy, 'SELECT ward FROM wards')).toEqual(['A']);
});

test('there is none where there is no place for it', async () => {
  const engine = await openEngine(await policy('1'));
  engines.push(engine);
  expect(await engine.copy(wanted(engine, 'june'))).toBeUndefined();
  await engine.forget('june');
});

test('of a table in a database, with public tables beside it in the same file', async () => {
  const path = inFolder('ledger', 'clinic.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE visits AS SELECT * FROM (VALUES ('1', 30), ('2', 40)) AS v (patient, age)`);
  await connection.run(`CREATE TABLE wards AS SELECT 'A' AS ward`);
  await connection.run('CREATE TABLE others AS SELECT 1 AS age');
  instance.closeSync();
  const { source, tables, ...rest } = await policy('1');
  const inDatabase = Object.fromEntries(Object.entries(tables).map(([name, { file: _, ...table }]) => [name, table]));
  const clinic = { ...rest, source: { ...source, path, format: 'database' } as Policy['source'], tables: inDatabase };
  const engine = await openEngine(clinic as Policy, { copiesInto: inFolder('ledger') });
  engines.push(engine);
  const copy = await copyOf(engine);
  expect(await rowsIn(copy)).toEqual(['130', '240']);
  expect(await cellsOf(copy, 'SELECT ward FROM wards')).toEqual(['A']);
  await expect(cellsOf(copy, 'SELECT age FROM others')).rejects.toMatchObject({ code: 'engine_failed' });
});

test('it is open until its source is closed', async () => {
  const engine = await opened();
  const copy = await copyOf(engine);
  await copy.close();
  expect(await rowsIn(copy)).not.toEqual([]);
  await engine.close();
  expect(readdirSync(inFolder('ledger'))).toEqual(['samples']);
});
