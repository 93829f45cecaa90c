/** A subquery by person means what SQL means: before noise, our answer to a text is the one of the database itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { check } from '../../src/plan/index.ts';
import { fromSql } from '../../src/query/index.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { openDatabase } from '../support/postgres.ts';
import { cellsOf } from './raw-query.ts';
import { resultsOf } from './results.ts';

const KEY = 'cd'.repeat(32);
const folder = mkdtempSync(join(tmpdir(), 'sortition-per-person-'));
const postgres = await openDatabase();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Person n has n rows, of which every third says nothing; somebody has nothing but nulls. */
const ROWS = Array.from({ length: 12 }, (_, person) =>
  Array.from({ length: person }, (_, i) => {
    const x = person === 5 || i % 3 === 2 ? 'NULL' : String(((person * 37 + i * 11) % 60) - 20);
    return `('p${person}', CAST(${x} AS INTEGER), ${person * 7}, '${'AB'[i % 2]}')`;
  }),
).flat();
const TABLE = `CREATE TABLE visits AS SELECT * FROM (VALUES ${ROWS.join(', ')}) AS v(id, x, age, ward)`;

const TEXTS = [
  'SELECT count(*) FROM (SELECT id FROM visits GROUP BY id) p',
  'SELECT count(*) FROM (SELECT DISTINCT id FROM visits WHERE x > 0) p',
  "SELECT sum(total) FROM (SELECT id, sum(x) AS total FROM visits WHERE ward = 'A' GROUP BY id) p",
  'SELECT sum(n) FROM (SELECT id, count(*) AS n FROM visits GROUP BY id HAVING count(*) > 9) p',
  'SELECT sum(n) FROM (SELECT id, count(x) AS n, max(x) AS most FROM visits GROUP BY id) p WHERE most > 20',
  'SELECT sum(least) FROM (SELECT id, min(x) AS least FROM visits GROUP BY id HAVING sum(x) < 150) p',
  'SELECT sum(y) FROM (SELECT id, LEAST(GREATEST(sum(x), 5), 100) AS y FROM visits GROUP BY id) p',
  'SELECT sum(y) FROM (SELECT id, age, max(x) + age AS y FROM visits GROUP BY id, age) p',
  'SELECT count(*) FROM (SELECT id, avg(x) AS mean FROM visits GROUP BY 1) p WHERE mean > 5.5',
  "SELECT sum(n) FROM (SELECT id, count(*) FILTER (WHERE ward = 'B' AND x > 0) AS n FROM visits GROUP BY id) p",
  'SELECT sum(y) FROM (SELECT id, sum(x) AS y FROM visits GROUP BY id HAVING count(x) > 0 ORDER BY y DESC LIMIT 3) p',
  'SELECT sum(again) FROM (SELECT id, max(total) AS again FROM (SELECT id, sum(x) AS total FROM visits GROUP BY id) p GROUP BY id) q',
];

async function compared(source: PolicyInput['source'], environment = {}): Promise<void> {
  const policy = await loadPolicy({
    source,
    tables: {
      visits: {
        unit: 'id',
        rowsPerUnit: 20,
        columns: {
          x: { type: 'integer', min: -100, max: 100 },
          age: { type: 'integer', min: 0, max: 120, perUnit: true },
          ward: { type: 'category', values: ['A', 'B'] },
        },
      },
    },
    budget: { epsilon: 1 },
    ledger: 'sqlite:x',
  });
  const engine = await openEngine(policy, { environment });
  const path = engine.catalogue.get('visits')!.path.map(name => `"${name}"`);
  for (const text of TEXTS) {
    const results = await resultsOf(engine, check(await fromSql(text, policy), policy), { key: KEY });
    const plain = text
      .replace(/^SELECT (.*?) FROM/, 'SELECT CAST($1 AS VARCHAR) FROM')
      .replace('FROM visits', `FROM ${path.join('.')}`);
    expect([...results.values()], text).toEqual(await cellsOf(engine, plain));
  }
  await engine.close();
}

test('on DuckDB', async () => {
  const path = join(folder, 'visits.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(TABLE);
  connection.closeSync();
  instance.closeSync();
  await compared({ engine: 'duckdb', path });
});

test.skipIf(postgres === undefined)('on PostgreSQL', async () => {
  await postgres!.run(TABLE);
  await compared({ engine: 'postgres', url: 'env:URL' }, { URL: postgres!.url });
});
