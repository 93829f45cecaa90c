/**
 * The names and types of the columns of a data file, for a first draft of its policy. No row is returned; where a format
 * has no types (CSV, JSON), DuckDB looks at rows to guess them, and the guess is all that leaves.
 */
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DescribedTable, FileFormat } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

const READERS: Readonly<Record<Exclude<FileFormat, 'database'>, string>> = {
  csv: 'read_csv($1, header = true)',
  parquet: 'read_parquet($1)',
  json: 'read_json($1)',
};

/** Extensions are built in; none is fetched because a file asks for one. */
const OPTIONS = { autoinstall_known_extensions: 'false', allow_community_extensions: 'false' };

/** `name` is what the table of a plain file is called; a database names its own. */
export async function readSchema(
  path: string,
  { format, name }: { readonly format: FileFormat; readonly name: string },
): Promise<DescribedTable[]> {
  await access(path, constants.R_OK).catch(() =>
    refuse('file_unreadable', `${path} cannot be read; check the path and its rights.`),
  );
  try {
    return format === 'database' ? await databaseTables(path) : [await fileTable(path, READERS[format], name)];
  } catch {
    // DuckDB's own words may quote a cell.
    return refuse(
      'file_unreadable',
      `${basename(path)} cannot be read as ${format}; it is broken, locked or of another format.`,
    );
  }
}

async function fileTable(path: string, reader: string, name: string): Promise<DescribedTable> {
  const instance = await DuckDBInstance.create(':memory:', OPTIONS);
  try {
    const connection = await instance.connect();
    const result = await connection.run(`SELECT * FROM ${reader} LIMIT 0`, [path]);
    const columns = result
      .columnNames()
      .map((column, index) => ({ name: column, type: String(result.columnType(index)) }));
    return { name, columns };
  } finally {
    instance.closeSync();
  }
}

const COLUMNS = `SELECT table_name, column_name, data_type FROM duckdb_columns()
WHERE NOT internal AND schema_name = 'main' ORDER BY table_name, column_index`;

async function databaseTables(path: string): Promise<DescribedTable[]> {
  const instance = await DuckDBInstance.create(path, { ...OPTIONS, access_mode: 'READ_ONLY' });
  try {
    const connection = await instance.connect();
    const rows = (await connection.runAndReadAll(COLUMNS)).getRows().map(row => row.map(String));
    return [...new Set(rows.map(([table]) => table))].map(name => ({
      name,
      columns: rows.filter(([table]) => table === name).map(([, column, type]) => ({ name: column, type })),
    }));
  } finally {
    instance.closeSync();
  }
}
