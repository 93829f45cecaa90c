/**
 * The table that is asked: visits of patients, ten each on average, in one Parquet file that only its owner can read.
 * Made once and kept; no row is random, so that every run and every machine asks the same table.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

export const WARDS = ['A', 'B', 'C'] as const;

/** Where the table and the ledgers of a run lie. */
export const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sortition-bench');

/** The path of a table with so many rows, and a tenth as many patients. */
export async function visits(rows: number): Promise<string> {
  const path = join(folder, `visits-${rows}.parquet`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const instance = await DuckDBInstance.create(':memory:', { preserve_insertion_order: 'false', memory_limit: '1GB' });
  const connection = await instance.connect();
  // renamed when it is whole, so that a run that was stopped leaves no half of it
  await connection.run(`COPY (${rowsOf(rows)}) TO '${path}.part' (FORMAT parquet)`);
  instance.closeSync();
  renameSync(`${path}.part`, path);
  return path;
}

/** Patients as if drawn for each visit: two in five have more than ten visits, one in six hundred more than twenty. */
const rowsOf = (rows: number): string => `
  SELECT
    CAST(hash(range) % ${rows / 10} AS BIGINT) AS patient,
    CAST(hash(range) % ${rows / 10} % 5 AS INTEGER) AS region,
    '${WARDS.join('')}'[CAST(1 + hash(range + 1000000007) % ${WARDS.length} AS BIGINT)] AS ward,
    CAST(hash(range + 3000000019) % 120000 AS DOUBLE) / 100 - 50 AS cost
  FROM range(${rows})`;
