/** What does not fit a policy is counted alike wherever the data lie. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { policyFit } from '../../src/answer/policy-fit.ts';
import { open } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { startPostgres } from '../support/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-fit-'));
const server = await startPostgres();
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const policyOn = (source: PolicyInput['source']): PolicyInput => ({
  source,
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 1,
      columns: {
        ward: { type: 'category', values: ['A', 'B'] },
        cost: { type: 'number', min: 0, max: 100, step: 0.5 },
        age: { type: 'integer', min: 0, max: 120 },
        seen: { type: 'date', min: '2020-01-01', max: '2026-12-31' },
        at: { type: 'timestamp', min: '2020-01-01T00:00:00Z', max: '2026-12-31T00:00:00Z' },
      },
    },
  },
  budget: { epsilon: 1, delta: 1e-6 },
  ledger: `sqlite:${join(folder, 'visits.ledger')}`,
});

const ROWS = [
  ['p1', 'A', '100', '30', '2024-05-01', '2024-05-01 10:00:00'],
  ['p1', 'Z', '100.5', '121', '2027-01-01', '2019-12-31 23:59:59'],
  ['P1', 'B', null, '0', null, null],
  ['p2', null, '-0.25', '-1', '2020-01-01', '2026-12-31 00:00:00'],
  [null, 'A', 'NaN', '5', 'infinity', 'infinity'],
];

const fitOn = (source: PolicyInput['source']) => fitOf(policyOn(source));

async function fitOf(policy: PolicyInput) {
  const data = await open(policy);
  try {
    return await policyFit(data.deployment);
  } finally {
    await data.close();
  }
}

const inFile = async () => {
  const lines = ROWS.map(row => row.map(cell => cell ?? '').join(','));
  writeFileSync(join(folder, 'visits.csv'), `patient,ward,cost,age,seen,at\n${lines.join('\n')}\n`);
  return fitOn({ engine: 'duckdb', path: join(folder, 'visits.csv') });
};

const sharesOf = ({ tables }: Awaited<ReturnType<typeof fitOn>>) =>
  Object.fromEntries(tables[0].warnings.map(({ code, place, share }) => [`${code} ${place.at(-1)}`, share]));

const EVERYWHERE = {
  'rows_cut rowsPerUnit': 0.2,
  'unit_null unit': 0.2,
  'ids_alike unit': 1 / 3,
  'unlisted ward': 0.2,
  'null_values ward': 0.2,
  'null_values cost': 0.2,
  'unparsable cost': 0.2,
  'clamped cost': 0.4,
  'clamped age': 0.4,
  'null_values seen': 0.2,
  'null_values at': 0.2,
};

test('in a file', async () => {
  // a file cannot spell an endless day
  expect(sharesOf(await inFile())).toEqual({
    ...EVERYWHERE,
    ...{ 'clamped seen': 0.2, 'unparsable seen': 0.2, 'clamped at': 0.2, 'unparsable at': 0.2 },
  });
});

test('columns that cannot name people are not asked for them, a listed blank is a value, public keys are not cut off', async () => {
  const path = join(folder, 'typed.duckdb');
  const database = await DuckDBInstance.create(path);
  const connection = await database.connect();
  const rows = "(1.5, '', 7), (1.5, 'a', 7), (2.5, ' ', 8), (3.5, NULL, 9)";
  await connection.run(`CREATE TABLE visits AS SELECT * FROM (VALUES ${rows}) AS t (account, ward, client)`);
  await connection.run("CREATE TABLE wards AS SELECT * FROM (VALUES ('A'), ('A')) AS t (ward)");
  connection.closeSync();
  database.closeSync();
  const { source, ledger } = policyOn({ engine: 'duckdb', path });
  const visits = {
    columns: {
      account: { type: 'number', min: 0, max: 10, step: 0.5 },
      ward: { type: 'category', values: ['', 'a'] },
      client: { type: 'integer', min: 0, max: 10 },
    },
  } as const;
  const wards = { public: true, key: 'ward', columns: { ward: { type: 'category', values: ['A'] } } } as const;
  const fit = await fitOf({ source, tables: { visits, wards }, budget: { epsilon: 1000, delta: 0 }, ledger });
  expect(sharesOf(fit)).toEqual({ 'unit_missing visits': 0.25, 'null_values ward': 0.5 });
  expect(fit.tables[1].warnings.map(({ message }) => message)).toEqual([expect.stringContaining('are refused')]);
  expect(fit.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('become 10^434 times')]);
});

test.skipIf(server === undefined)('on PostgreSQL, and who reads its statements', async () => {
  await server!.run(
    'CREATE TABLE visits (patient text, ward text, cost double precision, age int, seen date, at timestamp)',
  );
  for (const row of ROWS) await server!.run('INSERT INTO visits VALUES ($1, $2, $3, $4, $5, $6)', [...row]);
  writeFileSync(join(folder, 'url'), server!.url);
  const source = { engine: 'postgres', url: `file:${join(folder, 'url')}`, version: '1' } as const;
  const fit = await fitOn(source);
  expect(sharesOf(fit)).toEqual({ ...EVERYWHERE, 'clamped seen': 0.4, 'clamped at': 0.4 });
  expect(fit.warnings).toEqual([]);
  await server!.run(`ALTER ROLE owner SET log_statement = 'all'`);
  expect((await fitOn(source)).warnings).toMatchObject([{ code: 'statements_visible', place: ['source'] }]);
});
