/** The policy's tables as views of DuckDB, and the types that their columns really have. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckdbSource } from '../../source/engines/index.ts';
import type { DeclaredTable, Policy } from '../../source/index.ts';
import { type Catalogue, type CatalogueTable, quoteName, quoteText, type TypeFamily } from '../../sql/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { type CsvHeader, csvHeader } from '../csv-header.ts';
import { isJsonArray } from '../json-file.ts';
import { neededColumns } from '../needed-columns.ts';
import { csvRows, firstLine, jsonArrayRows, jsonRows, publishedRows, type SampleReading } from '../text-rows.ts';
import { familyOfDuckdb } from './values.ts';

type TableFile = NonNullable<DeclaredTable['file']>;

/** Where a database is attached. Views hide it: what is run names only the policy's tables. */
export const DATABASE = 'source database';
const ATTACHED = quoteName(DATABASE);

/** Every file that the engine has to open. */
export const filesOf = ({ path }: DuckdbSource, tables: Policy['tables']): readonly string[] => [
  ...(needsDatabase(tables) ? [path] : []),
  ...Object.values(tables).flatMap(({ file }) => (file === undefined ? [] : [file.path])),
];

/** A table without a file of its own lies in the source, which then is a database. */
const needsDatabase = (tables: Policy['tables']): boolean =>
  Object.values(tables).some(({ file }) => file === undefined);

export async function makeViews(
  connection: DuckDBConnection,
  source: DuckdbSource,
  tables: Policy['tables'],
): Promise<Catalogue> {
  if (needsDatabase(tables))
    await reading(source.path, () => connection.run(`ATTACH ${quoteText(source.path)} AS ${ATTACHED} (READ_ONLY)`));
  checkTold('tables', Object.keys(tables));
  const made = new Map<string, CatalogueTable>();
  for (const [name, table] of Object.entries(tables)) made.set(name, await makeView(connection, name, table));
  return made;
}

async function makeView(connection: DuckDBConnection, name: string, table: DeclaredTable): Promise<CatalogueTable> {
  const needed = neededColumns(table);
  checkTold(`columns of table ${name}`, needed);
  const { from, families } =
    table.file === undefined
      ? await attachedTable(connection, name)
      : await reading(table.file.path, () => openFile(connection, table.file!, needed));
  const missing = needed.find(column => !families.has(column));
  if (missing !== undefined)
    refuse('source_mismatch', `The data of table ${name} have no column ${missing}. Correct the policy.`);
  await connection.run(`CREATE VIEW ${quoteName(name)} AS SELECT ${needed.map(quoteName).join(', ')} FROM ${from}`);
  return { path: [name], columns: new Map(needed.map(column => [column, families.get(column)!])) };
}

/** DuckDB takes names for one that differ in capitals of ASCII alone, and would read the first in place of the second. */
function checkTold(what: string, names: readonly string[]): void {
  const folded = names.map(name => name.replace(/[A-Z]/g, capital => capital.toLowerCase()));
  const second = folded.findIndex((name, place) => folded.indexOf(name) < place);
  if (second < 0) return;
  refuse(
    'source_mismatch',
    `The ${what} ${names[folded.indexOf(folded[second])]} and ${names[second]} differ only in case, which DuckDB ignores. Rename one of them.`,
  );
}

interface Opened {
  /** What stands after FROM. */
  readonly from: string;
  readonly families: ReadonlyMap<string, TypeFamily>;
}

async function attachedTable(connection: DuckDBConnection, name: string): Promise<Opened> {
  const from = `${ATTACHED}.${quoteName(name)}`;
  return typed(connection, from, 'of a database').catch(() =>
    refuse('source_mismatch', `The database has no table ${name}. Correct the policy.`),
  );
}

async function openFile(
  connection: DuckDBConnection,
  { path, format, published }: TableFile,
  needed: readonly string[],
): Promise<Opened> {
  await access(path, constants.R_OK);
  if (!(await stat(path)).isFile()) return refuse('file_unreadable', `${path} is not a file.`);
  if (format === 'parquet') return typed(connection, `read_parquet(${quoteText(path)})`);
  if (format === 'csv') {
    const header = await headerOf(connection, path);
    const named = needed.filter(name => header.names.includes(name));
    if (published !== undefined)
      return { from: await publishedFile(connection, path, header, published), families: asText(named) };
    return { from: csvRows(path, header, named), families: asText(named) };
  }
  const from = isJsonArray(path) ? jsonArrayRows(path, needed) : jsonRows(path, needed);
  return { from, families: asText(needed) };
}

export async function headerOf(connection: DuckDBConnection, path: string): Promise<CsvHeader> {
  const result = await connection.runAndReadAll(firstLine(path));
  return csvHeader(String(result.getRows()[0]?.[0] ?? ''));
}

/** Read once beforehand, so that what is wrong with a sample is not said of its table. */
async function publishedFile(
  connection: DuckDBConnection,
  path: string,
  header: CsvHeader,
  published: SampleReading,
): Promise<string> {
  const from = publishedRows(path, header, published);
  await connection
    .run(`SELECT count(*) FROM ${from}`)
    .catch(() =>
      refuse(
        'file_unreadable',
        `${path} cannot be read as a sample. Every line needs as many fields as the first; quote fields that contain quotes or line breaks.`,
      ),
    );
  return from;
}

const asText = (names: readonly string[]): ReadonlyMap<string, TypeFamily> =>
  new Map(names.map(name => [name, 'digits']));

async function typed(connection: DuckDBConnection, from: string, table?: 'of a database'): Promise<Opened> {
  const result = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
  const columns = result.getRows().map(row => row.map(String));
  const replaced = columns.flatMap(([name, type]) => {
    if (/^TIMESTAMP_M?S$/.test(type)) return [inMicroseconds(name)];
    return type === 'VARCHAR' && table !== undefined ? [byBytes(name)] : [];
  });
  return {
    from: replaced.length === 0 ? from : `(SELECT * REPLACE (${replaced.join(', ')}) FROM ${from})`,
    families: new Map(columns.map(([name, type]) => [name, familyOfDuckdb(type)])),
  };
}

/**
 * A collation of the column would say that two spellings are one in some comparisons and not in others, through every cast: a
 * unit would be two, or in two groups. No list of columns tells that there is one.
 */
const byBytes = (column: string): string => `${quoteName(column)} COLLATE C AS ${quoteName(column)}`;

/** Whole seconds and milliseconds reach further than microseconds do, and no cast of them fails quietly. */
function inMicroseconds(column: string): string {
  const name = quoteName(column);
  const far = `WHEN ${name} < TIMESTAMP_S '0001-01-01' THEN '-infinity' WHEN ${name} >= TIMESTAMP_S '10000-01-01' THEN 'infinity'`;
  return `CASE ${far} ELSE CAST(${name} AS TIMESTAMP) END AS ${name}`;
}

/** Nothing of the policy's people has been read yet, so the file may be named. */
async function reading<Result>(path: string, open: () => Promise<Result>): Promise<Result> {
  try {
    return await open();
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    return refuse('file_unreadable', `${path} does not exist, cannot be read, or does not match its file extension.`);
  }
}

/** Whether the files of a policy are still there: looked at before anything is charged. */
export async function reachFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await access(path).catch(() => refuse('file_unreadable', `${path} no longer exists.`));
}
