/** The same raw rows in a Parquet file, a DuckDB database and a PostgreSQL server. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { RawData, RawRow, RawValue } from '../../src/plan/operators/operator.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { DECLARATIONS, INFINITE } from './hospital.ts';

/** One statement a table, with the rows as literals: both engines read them alike. */
function insertion(table: string, rows: readonly RawRow[]): string | undefined {
  if (rows.length === 0) return undefined;
  const names = DECLARATIONS[table].split(', ').map(declaration => declaration.split(' ')[0]);
  const tuples = rows.map(row => `(${names.map(name => literal(row[name] ?? null, name)).join(', ')})`);
  return `INSERT INTO ${table} VALUES ${tuples.join(', ')}`;
}

function literal(value: RawValue, column: string): string {
  if (value === null) return 'NULL';
  if (column === 'seen' && typeof value === 'bigint') return value === INFINITE ? `'infinity'` : `'-infinity'`;
  if (typeof value === 'bigint') return value === -(2n ** 63n) ? `(-9223372036854775807 - 1)` : String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return `'${Object.is(value, -0) ? '-0' : value === Infinity ? 'inf' : value}'`;
  return `'${value.replaceAll("'", "''")}'`;
}

/** A Parquet file for each table, in the folder. */
export async function writeParquet(data: RawData, folder: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [table, rows] of Object.entries(data)) {
    await connection.run(`CREATE TABLE ${table} (${DECLARATIONS[table]})`);
    const insert = insertion(table, rows);
    if (insert !== undefined) await connection.run(insert);
    await connection.run(`COPY ${table} TO '${join(folder, `${table}.parquet`)}' (FORMAT parquet)`);
  }
  instance.closeSync();
}

export async function fillPostgres(server: PostgresServer, data: RawData): Promise<void> {
  for (const [table, rows] of Object.entries(data)) {
    await server.run(`DROP TABLE IF EXISTS ${table}`);
    await server.run(`CREATE TABLE ${table} (${DECLARATIONS[table]})`);
    const insert = insertion(table, rows);
    if (insert !== undefined) await server.run(insert);
  }
}
