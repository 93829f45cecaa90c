import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';
import { loadPolicy } from '../source/index.ts';

let folder: string;

/** Values that no draft may hold: they are the data. */
const ROWS = `SELECT 4711 AS patient_id, 77 AS age, 12.75::DOUBLE AS cost, DATE '2021-03-04' AS seen,
  TIMESTAMP '2021-03-04 05:06:07' AS "at", 'Ypsilon' AS ward, true AS urgent`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-init-'));
  await mkdir(join(folder, 'data'));
  const instance = await DuckDBInstance.create(join(folder, 'data', 'hospital.duckdb'));
  const connection = await instance.connect();
  const copy = (file: string) => connection.run(`COPY (${ROWS}) TO '${join(folder, 'data', file)}'`);
  await copy('visits.csv');
  await copy('visits.parquet');
  await copy('visits.json');
  await connection.run(`CREATE TABLE visits AS ${ROWS}`);
  await connection.run(`CREATE TABLE "sick ""leave""" (price DECIMAL(9, 3), size ENUM ('S', 'M'), photo BLOB)`);
  connection.closeSync();
  instance.closeSync();
});

const COLUMNS = {
  patient_id: { type: 'integer', min: null, max: null },
  age: { type: 'integer', min: null, max: null },
  cost: { type: 'number', min: null, max: null, step: null },
  seen: { type: 'date', min: null, max: null },
  at: { type: 'timestamp', min: null, max: null },
  ward: { type: 'text' },
  urgent: { type: 'boolean' },
};

test.each(['csv', 'parquet', 'json'])('a draft from %s holds names and types, and no value', async ending => {
  const out = join(folder, `from-${ending}.json`);
  const { exit, out: said } = await run(['init', join(folder, 'data', `visits.${ending}`), '--out', out, '--json']);
  expect(exit).toBe(0);
  const reply = JSON.parse(said);
  expect(reply).toMatchObject({ out, leftOut: [] });
  expect(reply.undecided).toEqual(
    expect.arrayContaining(['tables.visits.unit', 'tables.visits.columns.age.min', 'budget.epsilon']),
  );
  const text = await readFile(out, 'utf8');
  expect(JSON.parse(text)).toEqual({
    source: { engine: 'duckdb', path: `data/visits.${ending}` },
    tables: { visits: { unit: null, rowsPerUnit: null, columns: COLUMNS } },
    budget: { epsilon: null },
    ledger: 'sqlite:visits.ledger',
  });
  expect(text.match(/\bnull\b/g)).toHaveLength(reply.undecided.length);
  expect(text).not.toMatch(/4711|77|12\.75|2021|Ypsilon/);
});

test('a draft from a database: all its tables, the scale of decimals, and what is left out', async () => {
  const out = join(folder, 'from-database.json');
  const { out: said } = await run(['init', join(folder, 'data', 'hospital.duckdb'), '--out', out, '--json']);
  const { tables } = JSON.parse(await readFile(out, 'utf8'));
  expect(tables.visits.columns).toEqual(COLUMNS);
  expect(tables['sick "leave"'].columns).toEqual({
    price: { type: 'number', min: null, max: null, step: 0.001 },
    size: { type: 'category', values: null },
  });
  const { undecided, leftOut } = JSON.parse(said);
  expect(leftOut).toEqual([{ table: 'sick "leave"', column: 'photo', type: 'BLOB' }]);
  expect(undecided).toContain('tables["sick \\"leave\\""].columns.size.values');
});

test('a draft is refused until it is decided, and then serves', async () => {
  const out = join(folder, 'decided.json');
  await run(['init', join(folder, 'data', 'visits.csv'), '--out', out]);
  await expect(loadPolicy(out)).rejects.toMatchObject({ code: 'policy_undecided' });
  const decided = (await readFile(out, 'utf8'))
    .replace('"unit": null', '"unit": "patient_id"')
    .replace('"rowsPerUnit": null', '"rowsPerUnit": 3')
    .replace('"epsilon": null', '"epsilon": 1')
    .replaceAll(/, "(min|max|step)": null/g, '');
  await writeFile(out, decided);
  expect((await loadPolicy(out)).source).toMatchObject({ path: join(folder, 'data', 'visits.csv') });
});

test('for people: what to decide, and no bound', async () => {
  const { out } = await run(['init', join(folder, 'data', 'visits.csv'), '--out', join(folder, 'people.json')]);
  expect(out).toContain('No bounds were read from the data.');
  expect(out).toContain('\n  tables.visits.columns.age.min\n');
});

test('what is refused', async () => {
  const data = join(folder, 'data', 'visits.csv');
  const taken = join(folder, 'taken.json');
  await writeFile(taken, 'decisions');
  await writeFile(join(folder, 'broken.parquet'), 'PAR1 Ypsilon');
  for (const [words, exit, code] of [
    [[data, '--out', taken], 1, 'file_unwritable'],
    [[data, '--out', join(folder, 'missing', 'p.json')], 1, 'file_unwritable'],
    [[join(folder, 'missing.csv')], 1, 'file_unreadable'],
    [[join(folder, 'broken.parquet'), '--out', join(folder, 'b.json')], 1, 'file_unreadable'],
    [[join(folder, 'data')], 1, 'file_unreadable'],
    [[], 2, 'usage'],
  ] as const) {
    const said = await run(['init', ...words]);
    expect(said).toMatchObject({ exit, out: '' });
    expect(said.err).toMatch(new RegExp(`^${code}: [^\\n]+[.]\\n$`));
    expect(said.err).not.toContain('Ypsilon');
  }
  expect(await readFile(taken, 'utf8')).toBe('decisions');
});
