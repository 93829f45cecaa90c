/** One function decides who is drawn, on every engine, whatever units are called. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from '../../src/engine/index.ts';
import { type CheckedPlan, check, type Plan, type PlanTable } from '../../src/plan/index.ts';
import { loadPolicy, type Policy, type PolicyInput } from '../../src/source/index.ts';
import { unitsQuery } from '../../src/sql/index.ts';
import { openDatabase, type PostgresServer } from '../support/postgres.ts';
import { rawQuery } from './raw-query.ts';

const KEY = '0123456789abcdef'.repeat(4);
const folder = mkdtempSync(join(tmpdir(), 'sortition-draws-'));
const started = await openDatabase();
const server = started as PostgresServer;
afterAll(async () => {
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const numbers = (from: bigint): string[] => Array.from({ length: 40 }, (_, place) => String(from + BigInt(place)));

/** By the type that both engines have: spelled as the canonical text is. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  INTEGER: [...numbers(-20n), '2147483647', '-2147483648'],
  BIGINT: [...numbers(2n ** 53n - 20n), '9223372036854775807', '-9223372036854775808'],
  'NUMERIC(38,0)': [...numbers(10n ** 37n), `-${'9'.repeat(38)}`, '0'],
  DATE: Array.from({ length: 60 }, (_, place) => new Date(Date.UTC(1969, 11, 1 + place)).toISOString().slice(0, 10)),
  UUID: Array.from({ length: 40 }, (_, place) => uuid(place)),
  TEXT: [
    ...[
      '',
      ' ',
      'a',
      'A',
      'a ',
      'é',
      'e\u0301',
      'ß',
      'ﬁ',
      '🤦🏼‍♂️',
      '\u00a0',
      '$1',
      '%',
      '\\',
      '\t',
      '1',
      '01',
      '1.0',
      'null',
    ],
    ...[`'`, `"`, `''`, `o'Brien`, `'; DROP TABLE people; --`, ':key', 'x:y', '\u{10ffff}', '中文', 'x'.repeat(3000)],
  ],
};

function uuid(place: number): string {
  const digits = createHash('sha256').update(String(place)).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-');
}

const common = {
  tables: {
    people: {
      unit: 'id',
      rowsPerUnit: 3,
      columns: { age: { type: 'integer', min: 0, max: 3, perUnit: true } },
    },
    rows: { path: join(folder, 'people.parquet'), key: 'id', columns: { age: { type: 'integer', min: 0, max: 3 } } },
  },
  budget: { epsilon: 1 },
  ledger: 'sqlite:none',
} as const satisfies Partial<PolicyInput>;

const ages = (ids: readonly string[]): number[] => ids.map((_, place) => place % 4);
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Everybody has two rows, and one row is nobody's. */
const insertion = (table: string, ids: readonly string[]): string =>
  `INSERT INTO ${table} VALUES ${[...ids, ...ids].map((id, place) => `(${quoted(id)}, ${ages(ids)[place % ids.length]})`).join(', ')}, (NULL, 1)`;

async function writeParquet(type: string, ids: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE people (id ${type}, age INTEGER)`);
  await connection.run(insertion('people', ids));
  await connection.run(`COPY people TO '${join(folder, 'people.parquet')}' (FORMAT parquet)`);
  instance.closeSync();
}

async function fillPostgres(type: string, ids: readonly string[]): Promise<void> {
  for (const table of ['people', 'rows']) {
    await server.run(`DROP TABLE IF EXISTS ${table}`);
    await server.run(`CREATE TABLE ${table} (id ${type}, age INTEGER)`);
    await server.run(insertion(table, ids));
  }
}

const counting = (input: PlanTable): Plan => ({
  version: 1,
  input,
  grouping: { kind: 'none' },
  aggregates: [{ kind: 'units', name: 'units' }],
  afterwards: {},
});

type Scheme = Extract<PlanTable, { readonly kind: 'sample' }>['scheme'];
const sampled = (scheme: Scheme, table = 'people'): Plan =>
  counting({ kind: 'sample', input: { kind: 'scan', table }, scheme, name: null });

/** The ids of the units that an engine draws, as text. */
async function drawnBy(engine: Engine, checked: CheckedPlan): Promise<string[]> {
  const { dialect, catalogue } = engine;
  const units = unitsQuery(checked, { dialect, catalogue, key: KEY, drawKeys: [KEY] }, 0);
  const text = `SELECT CAST(unit AS ${dialect === 'duckdb' ? 'VARCHAR' : 'text'}) FROM (${units.text}) AS units (unit)`;
  const found: string[] = [];
  for await (const { cells } of engine.run([{ ...rawQuery(text, dialect), parameters: units.parameters }]))
    found.push(String(cells[0]));
  return found.sort();
}

const hash = (id: string): string => createHash('sha256').update(`${KEY}:${id}`, 'utf8').digest('hex');
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Straight from the definition, by nothing that the product uses. */
const RULES: readonly { readonly scheme: Scheme; readonly drawn: (ids: readonly string[]) => readonly string[] }[] = [
  {
    scheme: { kind: 'bernoulli', rate: '0.3' },
    drawn: ids => ids.filter(id => BigInt(`0x${hash(id).slice(0, 16)}`) < (3n * 2n ** 64n) / 10n),
  },
  {
    scheme: { kind: 'fixed-size', size: 7 },
    drawn: ids => [...ids].sort((one, other) => byBytes(hash(one), hash(other))).slice(0, 7),
  },
  {
    scheme: { kind: 'fraction', rate: '0.4' },
    drawn: ids =>
      [...ids].sort((one, other) => byBytes(hash(one), hash(other))).slice(0, Math.floor((2 * ids.length) / 5)),
  },
  {
    scheme: { kind: 'take', by: 'age', descending: true, size: 9 },
    drawn: ids =>
      ids
        .map((id, place) => ({ id, age: ages(ids)[place] }))
        .sort((one, other) => other.age - one.age || byBytes(one.id, other.id))
        .slice(0, 9)
        .map(({ id }) => id),
  },
];

describe.each(Object.entries(IDS))('units of type %s', (type, ids) => {
  beforeAll(async () => {
    await writeParquet(type, ids);
    if (started !== undefined) await fillPostgres(type, ids);
  });

  const compare = async (engine: Engine, policy: Policy): Promise<void> => {
    for (const table of ['people', 'rows'])
      for (const { scheme, drawn } of RULES) {
        if (table === 'rows' && scheme.kind === 'take') continue;
        expect(await drawnBy(engine, check(sampled(scheme, table), policy))).toEqual([...drawn(ids)].sort());
      }
    await engine.close();
  };

  test.each([1, 8])('DuckDB with %d threads', async threads => {
    const policy = await loadPolicy({
      source: { engine: 'duckdb', path: join(folder, 'people.parquet') },
      ...common,
    });
    await compare(await openEngine(policy, { threads }), policy);
  });

  test.skipIf(started === undefined)('PostgreSQL', async () => {
    const { rows, ...others } = common.tables;
    const { path: _, ...inDatabase } = rows;
    const policy = await loadPolicy({
      ...common,
      source: { engine: 'postgres', url: 'env:URL' },
      tables: { ...others, rows: inDatabase },
    });
    await compare(await openEngine(policy, { environment: { URL: server.url } }), policy);
  });
});
