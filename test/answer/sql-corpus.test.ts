/** What analysts write is answered as plain SQL answers it, on both engines, or refused with a way out that works. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { type Data, open, type PolicyInput } from '../../src/index.ts';
import { openDatabase } from '../support/postgres.ts';
import { ANSWERED, ANSWERED_OTHERWISE, corpusTable, REFUSED } from './sql-corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-corpus-'));
const postgres = await openDatabase();

const tables = {
  visits: {
    unit: 'patient',
    rowsPerUnit: 4,
    columns: {
      ward: { type: 'category', values: ['A', 'B', 'C'] },
      cost: { type: 'number', min: 0, max: 1000, step: 0.01 },
      age: { type: 'integer', min: 0, max: 120, perUnit: true },
      seen: { type: 'date', min: '2024-01-01', max: '2024-12-31' },
      urgent: { type: 'boolean' },
      town: { type: 'text' },
    },
  },
  events: {
    unit: 'person',
    rowsPerUnit: 5,
    columns: {
      happened: { type: 'timestamp', min: '2024-01-01T00:00:00Z', max: '2024-12-31T23:59:59Z' },
      kind: { type: 'category', values: ['login', 'buy', 'leave'] },
      amount: { type: 'number', min: 0, max: 500, step: 0.01 },
      device: { type: 'text' },
    },
  },
  referrals: {
    unit: 'patient',
    rowsPerUnit: 2,
    columns: {
      reason: { type: 'category', values: ['heart', 'skin'] },
      distance: { type: 'integer', min: 0, max: 100 },
    },
  },
  register: {
    key: 'id',
    columns: { sex: { type: 'category', values: ['f', 'm'] }, born: { type: 'integer', min: 1900, max: 2030 } },
  },
  wards: {
    public: true,
    key: 'ward',
    columns: { ward: { type: 'text' }, floor: { type: 'integer', min: 0, max: 3 } },
  },
} as const;

/** Within all bounds, so that plain SQL means the same. */
const DECLARED: Readonly<Record<string, string>> = {
  visits: 'patient TEXT, ward TEXT, cost NUMERIC(10,2), age INTEGER, seen DATE, urgent BOOLEAN, town TEXT',
  events: 'person TEXT, happened TIMESTAMP, kind TEXT, amount NUMERIC(10,2), device TEXT',
  referrals: 'patient TEXT, reason TEXT, distance INTEGER',
  register: 'id TEXT, sex TEXT, born INTEGER',
  wards: 'ward TEXT, floor INTEGER',
};

const text = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`);
const day = (n: number): string => new Date(Date.UTC(2024, 0, 5 + n)).toISOString().slice(0, 10);

const ROWS: Readonly<Record<string, readonly string[]>> = {
  visits: Array.from({ length: 90 }, (_, i) => {
    const [person, town] = [i % 30, ['Ulm', 'Bonn', 'ulm', null, 'Bonn'][i % 5]];
    const cost = i % 11 === 0 ? 'NULL' : (((i * 37) % 400) + 0.13).toFixed(2);
    const urgent = i % 7 === 0 ? 'NULL' : String(i % 3 === 0);
    return `('p${person}', ${text(['A', 'B', 'C', null][i % 4])}, ${cost}, ${20 + person}, '${day((i * 5) % 110)}', ${urgent}, ${text(town)})`;
  }),
  events: Array.from({ length: 80 }, (_, i) => {
    const at = `${day((i * 3) % 100)} ${String((i * 5) % 24).padStart(2, '0')}:${String((i * 7) % 60).padStart(2, '0')}:00`;
    return `('q${i % 20}', '${at}', '${['login', 'buy', 'leave'][i % 3]}', ${((i * 13) % 300) + 0.5}, '${['phone', 'tablet', 'desk'][i % 3]}')`;
  }),
  // some have never been here, and some who have are not in the register
  referrals: Array.from(
    { length: 50 },
    (_, i) => `('p${(i % 25) + 10}', '${i % 3 === 0 ? 'heart' : 'skin'}', ${(i * 7) % 90})`,
  ),
  register: Array.from({ length: 28 }, (_, i) => `('p${i + 5}', '${i % 2 === 0 ? 'f' : 'm'}', ${1930 + i})`),
  wards: ["('A', 1)", "('B', 2)", "('C', 2)"],
};

const instance = await DuckDBInstance.create(join(folder, 'plain.duckdb'));
const plain = await instance.connect();
for (const [name, columns] of Object.entries(DECLARED)) {
  await plain.run(`CREATE TABLE ${name} (${columns})`);
  await plain.run(`INSERT INTO ${name} VALUES ${ROWS[name].join(', ')}`);
  await postgres?.run(`CREATE TABLE ${name} (${columns})`);
  await postgres?.run(`INSERT INTO ${name} VALUES ${ROWS[name].join(', ')}`);
  await plain.run(`COPY ${name} TO '${join(folder, `${name}.parquet`)}'`);
}

const policyOn = (source: PolicyInput['source'], withPaths: boolean): PolicyInput =>
  ({
    source,
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [name, withPaths ? { ...table, path: `${name}.parquet` } : table]),
    ),
    budget: { epsilon: 1e12, delta: 0.9 },
    ledger: `sqlite:${withPaths ? 'files' : 'server'}.ledger`,
  }) as unknown as PolicyInput;

async function openOn(name: string, policy: PolicyInput): Promise<Data<PolicyInput>> {
  writeFileSync(join(folder, name), JSON.stringify(policy));
  return open<PolicyInput>(join(folder, name));
}

const onFiles = await openOn(
  'files.json',
  policyOn({ engine: 'duckdb', path: 'visits.parquet', version: '1' } as never, true),
);
if (postgres !== undefined) writeFileSync(join(folder, 'url'), postgres.url);
const onServer =
  postgres === undefined
    ? undefined
    : await openOn('server.json', policyOn({ engine: 'postgres', url: 'file:url', version: '1' } as never, false));

afterAll(async () => {
  await onFiles.close();
  await onServer?.close();
  await postgres?.stop();
  instance.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

type Cells = readonly (number | string | boolean | null)[];

/** Keys first, then estimates. */
async function answered(data: Data<PolicyInput>, sql: string): Promise<readonly Cells[]> {
  const { rows } = await (await data.sql(sql)).ask({ epsilon: 1e8, delta: 1e-6 });
  return rows.map(({ key, values }) => [
    ...Object.values(key),
    ...Object.values(values).map(value => ('estimate' in value ? (value.estimate as number | null) : null)),
  ]);
}

/** Days and moments as answers write them, all else as it is. */
function told(value: unknown): number | string | boolean | null {
  if (value === null || typeof value === 'boolean') return value as boolean | null;
  const written = String(value);
  const moment = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d:\d\d)?$/.exec(written);
  if (moment !== null) return moment[1] + (moment[2] ?? '');
  return written !== '' && Number.isFinite(Number(written)) ? Number(written) : written;
}

/** A day and its midnight are one key: PostgreSQL's `date_trunc` of a date is a moment. */
const sameCell = (one: Cells[number], other: Cells[number]): boolean => {
  if (typeof one === 'number' && typeof other === 'number')
    return Math.abs(one - other) <= 0.001 + 1e-5 * Math.abs(other);
  const day = (cell: Cells[number]): unknown =>
    typeof cell === 'string' ? cell.replace(/[T ]00:00:00(\.0+)?Z?$/, '') : cell;
  return day(one) === day(other);
};

const same = (one: Cells, other: Cells): boolean => other.every((cell, i) => sameCell(one[i], cell));

/** DuckDB's own words where it has others. */
const inDuckdb = (sql: string): string => sql.replace("= ANY (ARRAY['A', 'C'])", "IN ('A', 'C')");

const all = Object.entries(ANSWERED).flatMap(([feature, statements]) => statements.map(sql => [feature, sql] as const));

test.each(all)('%s: %s', async (_feature, sql) => {
  const reader = await plain.runAndReadAll(inDuckdb(sql));
  const expected = reader.getRows().map(row => row.map(told));
  const found = await answered(onFiles, sql);
  for (const row of expected)
    expect(
      found.some(cells => same(cells, row)),
      `${JSON.stringify(row)} in ${JSON.stringify(found.slice(0, 12))}`,
    ).toBe(true);
  if (onServer !== undefined) {
    const other = await answered(onServer, sql);
    expect(other.length).toBe(found.length);
    for (const row of expected)
      expect(
        other.some(cells => same(cells, row)),
        JSON.stringify(row),
      ).toBe(true);
  }
});

const otherwise = Object.values(ANSWERED_OTHERWISE).flat();
const refused = Object.values(REFUSED).flat();

test.each(otherwise)('answered: %s', async sql => {
  for (const data of [onFiles, ...(onServer === undefined ? [] : [onServer])])
    expect((await answered(data, sql)).length).toBeGreaterThan(0);
});

test.each(refused)('refused: $sql', async ({ sql, code, advice, instead }) => {
  const refusal = await answered(onFiles, sql).then(
    () => ({ code: 'none', message: '' }),
    (thrown: { code: string; message: string }) => thrown,
  );
  expect({ code: refusal.code, message: refusal.message }).toEqual({ code, message: expect.stringContaining(advice) });
  expect((await answered(onFiles, instead)).length).toBeGreaterThan(0);
});

test('the corpus is large, and most of it is answered', () => {
  const answers = all.length + otherwise.length;
  expect(answers).toBeGreaterThanOrEqual(120);
  expect(answers + refused.length).toBeGreaterThanOrEqual(150);
});

test('the page of what was searched has the numbers of the corpus', () =>
  expect(readFileSync('docs/assurance.md', 'utf8')).toContain(corpusTable()));
