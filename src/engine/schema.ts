/** What a file says of itself: names and types of its tables, for a draft of a policy. */
import { resolve } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { DescribedTable, FileFormat } from '../source/index.ts';
import { quoteName, quoteText } from '../sql/index.ts';
import { duckdbOptions } from './duckdb-settings.ts';
import { reading } from './duckdb-tables.ts';

const MEMORY_MEGABYTES = 512;

/** Types of text files are DuckDB's guess; they are for the custodian to confirm. */
export async function readSchema(
  path: string,
  { format, name }: { readonly format: FileFormat; readonly name: string },
): Promise<readonly DescribedTable[]> {
  const instance = await DuckDBInstance.create(':memory:', duckdbOptions({ memoryMegabytes: MEMORY_MEGABYTES }));
  try {
    const connection = await instance.connect();
    const place = quoteText(resolve(path));
    return await reading(path, async () =>
      format === 'database'
        ? databaseTables(connection, place)
        : [{ name, columns: await columnsOf(connection, `${READERS[format]}(${place})`) }],
    );
  } finally {
    instance.closeSync();
  }
}

const READERS = { csv: 'read_csv', parquet: 'read_parquet', json: 'read_json' } as const;

async function databaseTables(connection: DuckDBConnection, place: string): Promise<DescribedTable[]> {
  await connection.run(`ATTACH ${place} AS data (READ_ONLY)`);
  const names = await connection.runAndReadAll(
    `SELECT table_name FROM information_schema.tables WHERE table_catalog = 'data' AND table_schema = 'main' ORDER BY 1`,
  );
  const tables: DescribedTable[] = [];
  for (const [table] of names.getRows())
    tables.push({
      name: String(table),
      columns: await columnsOf(connection, `data.${quoteName(String(table))}`),
    });
  return tables;
}

async function columnsOf(connection: DuckDBConnection, from: string): Promise<DescribedTable['columns']> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  return described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
}
