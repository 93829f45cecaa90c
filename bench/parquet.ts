/**
 * Tables to measure with, each in one Parquet file that only its owner can read. Made once and kept; no row is random, so
 * that every run and every machine works on the same table.
 */
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Where tables, and what a run leaves, lie. */
export const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sortition-bench');

/** The path of the table of that name. */
export async function parquet(name: string, rows: string): Promise<string> {
  const path = join(folder, `${name}.parquet`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const instance = await DuckDBInstance.create(':memory:', { preserve_insertion_order: 'false', memory_limit: '1GB' });
  const connection = await instance.connect();
  // renamed when it is whole, so that a run that was stopped leaves no half of it
  await connection.run(`COPY (${rows}) TO '${path}.part' (FORMAT parquet)`);
  instance.closeSync();
  renameSync(`${path}.part`, path);
  return path;
}
