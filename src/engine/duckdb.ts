/**
 * DuckDB inside this process. Each question gets a connection of its own, so that it can be stopped alone;
 * results are streamed, so that a million groups need no more memory than a few thousand.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { DuckdbSource, Policy } from '../source/index.ts';
import type { Query } from '../sql/index.ts';
import { deadline } from './deadline.ts';
import { type DuckdbLimits, duckdbOptions, hardening } from './duckdb-settings.ts';
import { filesOf, makeViews } from './duckdb-tables.ts';
import { boundForDuckdb, cellOfDuckdb } from './duckdb-values.ts';
import type { Engine, Row } from './engine.ts';
import type { Report } from './failure.ts';
import { fileFingerprint } from './file-fingerprint.ts';

export interface DuckdbOptions extends Partial<DuckdbLimits> {
  /** A folder of the custodian's, where queries larger than the memory may spill; without it they fail. */
  readonly spillInto?: string;
  readonly report?: Report;
}

const MEMORY_MEGABYTES = 1024;

export async function openDuckdb(
  source: DuckdbSource,
  tables: Policy['tables'],
  { spillInto, report = () => {}, memoryMegabytes = MEMORY_MEGABYTES, threads }: DuckdbOptions = {},
): Promise<Engine> {
  const limits = { memoryMegabytes, ...(threads !== undefined && { threads }) };
  const instance = await DuckDBInstance.create(':memory:', duckdbOptions(limits));
  const files = filesOf(source, tables);
  // mkdtemp makes folders that only their owner can enter
  const spill = spillInto === undefined ? undefined : await mkdtemp(join(spillInto, 'spill-'));
  const close = async (): Promise<void> => {
    instance.closeSync();
    if (spill !== undefined) await rm(spill, { recursive: true, force: true });
  };
  try {
    const connection = await instance.connect();
    const catalogue = await makeViews(connection, source, tables);
    for (const statement of hardening(files, spill)) await connection.run(statement);
    connection.closeSync();
    return {
      dialect: 'duckdb',
      catalogue,
      reach: async () => void (await fileFingerprint(files)),
      run: (queries, limits = {}) => rowsOf(instance, queries, limits, report),
      fingerprint: () => fileFingerprint(files),
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

async function* rowsOf(
  instance: DuckDBInstance,
  queries: readonly Query[],
  limits: Parameters<Engine['run']>[1] & object,
  report: Report,
): AsyncGenerator<Row> {
  let connection: DuckDBConnection | undefined;
  const work = deadline(limits, () => connection?.interrupt());
  try {
    work.check();
    connection = await instance.connect();
    await connection.run('BEGIN TRANSACTION READ ONLY');
    for (const [place, query] of queries.entries()) {
      work.check();
      const result = await connection.stream(query.text, ...boundForDuckdb(query));
      for await (const chunk of result) {
        work.check();
        for (const row of chunk.getRows())
          yield { query: place, cells: row.map((value, column) => cellOfDuckdb(value, query.columns[column])) };
      }
    }
  } catch (thrown) {
    throw work.refusalFor(thrown, report);
  } finally {
    work.end();
    connection?.interrupt();
    connection?.closeSync();
  }
}
