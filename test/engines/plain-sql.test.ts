/** What has the words of SQL means what SQL means: before noise, our answer is the one of the database itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { check } from '../../src/plan/index.ts';
import { meaning } from '../../src/plan/meaning.ts';
import type { RawData } from '../../src/plan/operators/operator.ts';
import { fromSql } from '../../src/query/index.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { startPostgres } from '../support/postgres.ts';
import { cellsOf } from './raw-query.ts';
import { expected, resultsOf } from './results.ts';

const KEY = 'ab'.repeat(32);
const folder = mkdtempSync(join(tmpdir(), 'sortition-plain-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const values = [null, -5n, 0n, 7n, 15n, 20n, 33n, null, null];
const rows = values.map(x => ({ x }));
const TABLE = `CREATE TABLE numbers AS SELECT * FROM (VALUES ${values.map(x => `(CAST(${x ?? 'NULL'} AS INTEGER))`).join(', ')}) AS v(x)`;

const EXPRESSIONS = [
  'LEAST(GREATEST(x, 10), 20)',
  'GREATEST(LEAST(x, 20), 10)',
  'LEAST(GREATEST(LEAST(GREATEST(x, 3), 18), 5), 17)',
  'LEAST(GREATEST(x + 1, -1000), 30)',
  'GREATEST(LEAST(CASE WHEN x > 7 THEN x END, 20), 10)',
  'COALESCE(x, 12)',
  'CASE WHEN LEAST(GREATEST(x, 1), 2) = 1 THEN 5 ELSE 3 END',
];

/** Sums as our plan means them, as our SQL computes them, and as the database itself says. */
async function compared(source: PolicyInput['source'], environment = {}) {
  const policy = await loadPolicy({
    source,
    tables: { numbers: { columns: { x: { type: 'integer', min: -100, max: 100 } } } },
    budget: { epsilon: 1 },
    ledger: 'sqlite:x',
  });
  const engine = await openEngine(policy, { environment });
  const [table] = [
    engine.catalogue
      .get('numbers')!
      .path.map(name => `"${name}"`)
      .join('.'),
  ];
  for (const expression of EXPRESSIONS) {
    const checked = check(await fromSql(`SELECT sum(${expression}) AS s FROM numbers`, policy), policy);
    const results = await resultsOf(engine, checked, { key: KEY });
    expect(results, expression).toEqual(expected(meaning(checked, { numbers: rows } satisfies RawData, KEY)));
    const plain = await cellsOf(engine, `SELECT CAST(sum(${expression}) AS VARCHAR) FROM ${table}`);
    expect([...results.values()], expression).toEqual(plain);
  }
  await engine.close();
}

describe('nulls in LEAST, GREATEST, COALESCE and CASE', () => {
  test('DuckDB', async () => {
    const path = join(folder, 'numbers.duckdb');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(TABLE);
    connection.closeSync();
    instance.closeSync();
    await compared({ engine: 'duckdb', path });
  });

  test.skipIf(postgres === undefined)('PostgreSQL', async () => {
    await postgres!.run(TABLE);
    await compared({ engine: 'postgres', url: 'env:URL' }, { URL: postgres!.url });
  });
});
