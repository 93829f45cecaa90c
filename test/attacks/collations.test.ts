/** A collation of the database would make two spellings one in some comparisons and not in others: units are told by bytes. */
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, inClinic } from '../support/clinic.ts';

const policy = {
  source: { engine: 'duckdb', path: 'visits.duckdb' },
  tables: {
    visits: {
      unit: 'patient',
      rowsPerUnit: 1,
      columns: {
        town: { type: 'text', perUnit: true },
        ward: { type: 'category', values: ['A', 'B'] },
      },
    },
  },
  budget: { epsilon: 1e6 },
  ledger: 'sqlite:visits.ledger',
} as const satisfies PolicyInput;

type Row = readonly [patient: string, town: string, ward: string];

/** What a question counts in its groups, of these rows in columns of this collation. */
const counted = (collation: string, rows: readonly Row[], sql: string): Promise<number[]> =>
  inClinic(async clinic => {
    const instance = await DuckDBInstance.create(clinic.path('visits.duckdb'));
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE visits (patient VARCHAR ${collation}, town VARCHAR ${collation}, ward VARCHAR)`);
    for (const row of rows) await connection.run('INSERT INTO visits VALUES ($1, $2, $3)', [...row]);
    connection.closeSync();
    instance.closeSync();
    const data = await clinic.open();
    try {
      const answer = await ask(data, sql, { epsilon: 2000 });
      return answer.rows.map(({ values }) => (Object.values(values)[0] as Estimate).estimate);
    } finally {
      await data.close();
    }
  }, policy);

test.each(['', 'COLLATE NFC', 'COLLATE NOACCENT', 'COLLATE NOCASE'])('a unit has one town: %s', async collation => {
  const sql = `SELECT CASE WHEN length(town) > 4 THEN 'long' ELSE 'short' END AS size, count(*) FROM visits GROUP BY 1`;
  const others: readonly Row[] = [['p', 'Ulm', 'A']];
  // the same letter in one character and in two
  const rows = [...others, ['x', 'caf\u00E9', 'A'], ['x', 'cafe\u0301', 'A']] as const;
  const [before, after] = [await counted(collation, others, sql), await counted(collation, rows, sql)];
  const moved = after.reduce((sum, count, place) => sum + Math.abs(count - before[place]), 0);
  expect(moved).toBe(1);
});

test.each(['', 'COLLATE NOCASE'])('two ids are two units: %s', async collation => {
  const sql = 'SELECT ward, count(*) FROM visits GROUP BY ward';
  const many = Array.from({ length: 9 }, () => ['X', 'Ulm', 'B'] as const);
  expect(await counted(collation, [['x', 'Ulm', 'A'], ...many], sql)).toEqual([1, 1, 0]);
});
