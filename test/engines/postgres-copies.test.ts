/** Copies in PostgreSQL: in the policy's scratch schema, whole or not there, for their owner alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Copy } from '../../src/engine/engine.ts';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { check, type Plan } from '../../src/plan/index.ts';
import { loadPolicy } from '../../src/source/index.ts';
import { type Statement, unitsQuery } from '../../src/sql/index.ts';
import { openDatabase, type PostgresServer } from '../support/postgres.ts';
import { cellsOf } from './raw-query.ts';

const KEY = '5ec7e75ec7e75ec7'.repeat(4);
const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const policy = (source: { readonly scratch?: string; readonly version?: string }) =>
  loadPolicy({
    source: { engine: 'postgres', url: 'env:URL', ...source },
    tables: {
      visits: { unit: 'patient', rowsPerUnit: 2, columns: { age: { type: 'integer', min: 0, max: 120 } } },
      wards: { public: true, key: 'ward', columns: { ward: { type: 'text' } } },
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
const checked = check(sample, await policy({}));

const units = ({ dialect, catalogue }: Engine): Statement =>
  unitsQuery(checked, { dialect, catalogue, key: KEY, drawKeys: [KEY] }, 0);
const opened = async (source: Parameters<typeof policy>[0] = { scratch: 'samples' }, user = 'owner'): Promise<Engine> =>
  openEngine(await policy(source), { environment: { URL: server.url.replace('owner', user) } });
const wanted = (engine: Engine, state = 'now'): Copy => ({
  table: 'visits',
  beside: [],
  name: 'june',
  state,
  readState: state,
  holds: () => true,
  units: units(engine),
});
const copyOf = async (engine: Engine, state?: string): Promise<Engine> => (await engine.copy(wanted(engine, state)))!;
const rowsIn = async (engine: Engine): Promise<unknown[]> =>
  (await cellsOf(engine, `SELECT patient || age FROM ${engine.catalogue.get('visits')?.path.join('.')}`)).sort();
const kept = async (): Promise<unknown[]> =>
  cellsOf(await opened({}), `SELECT relname FROM pg_class WHERE relname LIKE 'sortition%' AND relkind = 'r'`);

describe.skipIf(started === undefined)('copies in PostgreSQL', () => {
  beforeAll(async () => {
    await server.run('CREATE TABLE wards (ward TEXT)');
    await server.run('CREATE TABLE visits (patient TEXT, age INTEGER, note TEXT)');
    await server.run(`INSERT INTO visits VALUES ('01', 30), ('01', 31), ('2', 40), ('3', 50), ('4', 60), (NULL, 70)`);
    await server.run('CREATE ROLE curious LOGIN');
    await server.run('CREATE ROLE maker LOGIN');
    await server.run('GRANT SELECT ON visits, wards TO maker');
    // a database may give rights on every new table to everybody
    await server.run('ALTER DEFAULT PRIVILEGES FOR ROLE owner, maker GRANT SELECT ON TABLES TO PUBLIC, curious');
  });
  beforeEach(async () => {
    await server.run('DROP SCHEMA IF EXISTS samples CASCADE');
    await server.run('CREATE SCHEMA samples');
    await server.run('GRANT USAGE ON SCHEMA samples TO curious');
  });

  test('hold all rows of their units and nobody else, and can be read in full by later processes', async () => {
    const rows = await rowsIn(await copyOf(await opened()));
    expect(['0130', '0131', '240', '350', '460']).toEqual(expect.arrayContaining(rows));
    expect(new Set(rows.map(row => String(row).slice(0, -2))).size).toBe(2);
    const [table] = await kept();
    expect(await rowsIn(await copyOf(await opened()))).toEqual(rows);
    expect(await kept()).toEqual([table]);
  });

  test('nobody else has rights on them, whatever the schema gives away', async () => {
    await server.run('GRANT USAGE, CREATE ON SCHEMA samples TO maker');
    const copy = await copyOf(await opened({ scratch: 'samples' }, 'maker'));
    const reading = `has_table_privilege('curious', '${copy.catalogue.get('visits')?.path.join('.')}', 'SELECT')`;
    expect(await cellsOf(copy, `SELECT CAST(${reading} AS text)`)).toEqual(['false']);
    expect(await rowsIn(copy)).not.toEqual([]);
  });

  test('several makers make one', async () => {
    const engines = await Promise.all([opened(), opened(), opened()]);
    const rows = await Promise.all((await Promise.all(engines.map(engine => copyOf(engine)))).map(rowsIn));
    expect(rows[1]).toEqual(rows[0]);
    expect(await kept()).toHaveLength(1);
  });

  test('belong to one state of the data', async () => {
    await copyOf(await opened());
    const before = await kept();
    await copyOf(await opened(), 'later');
    expect(await kept()).toHaveLength(1);
    expect(await kept()).not.toEqual(before);
  });

  test('that fail leave nothing behind and say nothing', async () => {
    const engine = await opened();
    const failing = {
      ...units(engine),
      text: `SELECT CAST(1 / (age - 30) AS text) FROM public.visits`,
      parameters: [],
    };
    await expect(engine.copy({ ...wanted(engine), units: failing })).rejects.toMatchObject({
      code: 'engine_failed',
      message: expect.not.stringContaining('division'),
    });
    expect(await kept()).toEqual([]);
  });

  test('are erased on request', async () => {
    const engine = await opened();
    await copyOf(engine);
    await engine.forget('june');
    expect(await kept()).toEqual([]);
    await engine.forget('june');
  });

  test('are not made without a schema for them', async () => {
    const engine = await opened({});
    expect(await engine.copy(wanted(engine))).toBeUndefined();
    await engine.forget('june');
  });

  test.each(['nowhere', 'pg_catalog'])(
    'a schema %s that cannot hold them is refused before anything is asked',
    scratch =>
      expect(opened({ scratch }, 'maker')).rejects.toMatchObject({
        code: 'source_unreadable',
        message: expect.stringContaining(scratch),
      }),
  );
});
