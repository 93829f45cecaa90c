/** Attacks through tables of a database that are computed when they are read: another day, other rows, and the same file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open } from '../../src/answer.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-computed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const instance = await DuckDBInstance.create(join(folder, 'visits.duckdb'));
  const connection = await instance.connect();
  for (const statement of [
    "CREATE TABLE plain AS SELECT 'p' || i AS patient, CASE WHEN i < 50 THEN 'A' ELSE 'B' END AS ward FROM range(100) AS t(i)",
    // who is in which part is another matter at every look
    "CREATE VIEW moving AS SELECT patient, CASE WHEN random() < 0.5 THEN 'A' ELSE 'B' END AS ward FROM plain",
    "CREATE TABLE generated (patient VARCHAR, ward VARCHAR AS (CASE WHEN random() < 0.5 THEN 'A' ELSE 'B' END))",
    'INSERT INTO generated (patient) SELECT patient FROM plain',
  ])
    await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
});

async function charges(table: string, version?: string): Promise<number[]> {
  const columns = { ward: { type: 'category', values: ['A', 'B'], perUnit: true } };
  const policy = {
    source: { engine: 'duckdb', path: 'visits.duckdb', ...(version !== undefined && { version }) },
    tables: { [table]: { unit: 'patient', rowsPerUnit: 1, columns } },
    budget: { epsilon: 10 },
    ledger: `sqlite:${table}${version ?? ''}.ledger`,
  };
  const path = join(folder, `${table}.json`);
  writeFileSync(path, JSON.stringify(policy));
  const data = await open(path);
  try {
    const ask = async (part: string): Promise<number> => {
      const input = {
        kind: 'part',
        input: { kind: 'scan', table },
        split: { kind: 'key', by: 'ward' },
        part,
        name: null,
      };
      const aggregates = [{ kind: 'units', name: 'units' }];
      const plan = { version: 1, input, grouping: { kind: 'none' }, aggregates, afterwards: {} };
      return (await data.plan(plan).ask({ epsilon: 1 })).charged.epsilon!;
    };
    return [await ask('A'), await ask('B')];
  } finally {
    await data.close();
  }
}

describe('parts of two looks are of two states', () => {
  test.each(['moving', 'generated'])('%s: without a version nothing is asked, and nothing charged', table =>
    expect(charges(table)).rejects.toMatchObject({ code: 'version_needed' }),
  );

  test('with one it is the owner who says that nothing moves; a plain table needs none', async () => {
    expect(await charges('moving', '1')).toEqual([1, 0]);
    expect(await charges('plain')).toEqual([1, 0]);
  });
});
