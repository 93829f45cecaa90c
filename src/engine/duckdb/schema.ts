/**
 * The names and types of the columns of a data file, for a first draft of its policy. No row is returned. A CSV file's names
 * stand in its header, a JSON file's are the keys of its objects; where a format has no types (CSV, JSON), rows are looked at
 * to guess them, and the guess is all that leaves.
 */
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { FileFormat } from '../../source/engines/index.ts';
import type { DescribedTable } from '../../source/index.ts';
import { quoteName, quoteText } from '../../sql/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { isJsonArray } from '../json-file.ts';
import { csvRows, jsonFields, jsonObjects } from '../text-rows.ts';
import { headerOf } from './tables.ts';

type Columns = DescribedTable['columns'];

/** Extensions are built in; none is fetched because a file asks for one. */
const OPTIONS = { autoinstall_known_extensions: 'false', allow_community_extensions: 'false' };

/** `name` is what the table of a plain file is called; a database names its own. */
export async function readSchema(
  path: string,
  { format, name }: { readonly format: FileFormat; readonly name: string },
): Promise<DescribedTable[]> {
  await access(path, constants.R_OK).catch(() =>
    refuse('file_unreadable', `${path} cannot be read. Check the path and the permissions.`),
  );
  try {
    return format === 'database' ? await databaseTables(path) : [{ name, columns: await fileColumns(path, format) }];
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    // DuckDB's own words may quote a cell.
    return refuse(
      'file_unreadable',
      `${basename(path)} cannot be read as ${format}. It is damaged, locked or in another format.`,
    );
  }
}

async function fileColumns(path: string, format: Exclude<FileFormat, 'database'>): Promise<Columns> {
  const instance = await DuckDBInstance.create(':memory:', OPTIONS);
  try {
    const connection = await instance.connect();
    if (format === 'csv') return await csvColumns(connection, path);
    if (format === 'json') return await jsonColumns(connection, path);
    const result = await connection.run('SELECT * FROM read_parquet($1) LIMIT 0', [path]);
    return result.columnNames().map((column, index) => ({ name: column, type: String(result.columnType(index)) }));
  } finally {
    instance.closeSync();
  }
}

/** Rows that a guess looks at, and the share of them that must agree: no row decides alone. */
const ROWS_GUESSED = 10_000;
const SHARE_AGREEING = 0.99;

type Guesses = readonly (readonly [type: string, isRead: (field: string) => string])[];

const TIMES: Guesses = [
  ['DATE', field => `length(${field}) <= 10 AND TRY_CAST(${field} AS DATE) IS NOT NULL`],
  ['TIMESTAMP', field => `TRY_CAST(${field} AS TIMESTAMP) IS NOT NULL`],
];

/** The first that reads nearly all fields of a column; text where none does. DuckDB's casts alone cut times and fractions off. */
const OF_TEXT: Guesses = [
  ['BOOLEAN', field => `lower(${field}) IN ('true', 'false')`],
  ['BIGINT', field => `regexp_full_match(${field}, '[+-]?[0-9]{1,18}')`],
  ['DOUBLE', field => `TRY_CAST(${field} AS DOUBLE) IS NOT NULL`],
  ...TIMES,
];

const ofType = (field: string, ...types: readonly string[]): string =>
  `json_type(${field}) IN (${types.map(quoteText).join(', ')})`;

/** JSON says itself what is a number; objects and lists are of no type that anybody asks about. */
const OF_JSON: Guesses = [
  ['BOOLEAN', field => ofType(field, 'BOOLEAN')],
  ['BIGINT', field => ofType(field, 'BIGINT', 'UBIGINT')],
  ['DOUBLE', field => ofType(field, 'BIGINT', 'UBIGINT', 'DOUBLE')],
  ['JSON', field => ofType(field, 'OBJECT', 'ARRAY')],
  ...TIMES.map(
    ([type, isRead]) =>
      [type, (field: string) => `${ofType(field, 'VARCHAR')} AND ${isRead(`(${field} ->> '$')`)}`] as const,
  ),
];

/** The time that a statement of so many columns takes to plan grows with their square. */
const COLUMNS_AT_ONCE = 50;

async function csvColumns(connection: DuckDBConnection, path: string): Promise<Columns> {
  const header = await headerOf(connection, path);
  const cells = (names: readonly string[]): Fields => ({
    fields: names.map(quoteName),
    from: csvRows(path, header, names),
    guesses: OF_TEXT,
  });
  return guessedColumns(connection, header.names, cells);
}

async function jsonColumns(connection: DuckDBConnection, path: string): Promise<Columns> {
  const cells = (names: readonly string[]): Fields => ({
    fields: names.map((_, place) => `c${place}`),
    from: jsonCells(path, names),
    guesses: OF_JSON,
  });
  return guessedColumns(connection, await jsonNames(connection, path), cells);
}

/** Some columns, as what stands after FROM, and what their types are guessed by. */
interface Fields {
  readonly fields: readonly string[];
  readonly from: string;
  readonly guesses: Guesses;
}

async function guessedColumns(
  connection: DuckDBConnection,
  names: readonly string[],
  cells: (names: readonly string[]) => Fields,
): Promise<Columns> {
  const columns: Columns[number][] = [];
  for (let first = 0; first < names.length; first += COLUMNS_AT_ONCE) {
    const some = names.slice(first, first + COLUMNS_AT_ONCE);
    const types = await guessed(connection, cells(some));
    columns.push(...some.map((name, place) => ({ name, type: types[place] })));
  }
  return columns;
}

async function guessed(connection: DuckDBConnection, { fields, from, guesses }: Fields): Promise<readonly string[]> {
  const counts = fields.flatMap(field => [
    `count(${field})`,
    ...guesses.map(([, isRead]) => `count_if(${field} IS NOT NULL AND ${isRead(field)})`),
  ]);
  const rows = `(SELECT * FROM ${from} LIMIT ${ROWS_GUESSED})`;
  const [found] = (await connection.runAndReadAll(`SELECT ${counts.join(', ')} FROM ${rows}`)).getRows();
  return fields.map((_, place) => {
    const start = place * (1 + guesses.length);
    const [all, ...read] = found.slice(start, start + 1 + guesses.length).map(Number);
    const guess = all === 0 ? -1 : read.findIndex(count => count >= SHARE_AGREEING * all);
    return guesses[guess]?.[0] ?? 'VARCHAR';
  });
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

/** More would be one row's doing, and take minutes: of more, those that most objects have. */
const NAMES_MAX = 1000;

/**
 * The columns of a JSON file, which has none of its own: the keys of its objects. DuckDB would look at some rows and let one
 * of them decide, a list or an object of many keys, that there are no columns at all.
 *
 * What objects have as keys, those of most objects first. Nothing can be called by an empty name, nor by one with NUL.
 */
async function jsonNames(connection: DuckDBConnection, path: string): Promise<readonly string[]> {
  const keys = `SELECT json_keys(object) AS keys FROM ${jsonObjects(path, isJsonArray(path))}`;
  const found = await connection.runAndReadAll(
    `SELECT name FROM (SELECT unnest(keys) AS name, generate_subscripts(keys, 1) AS place, n FROM (SELECT keys, count(*) AS n FROM (${keys}) GROUP BY keys)) WHERE name <> '' AND NOT contains(name, chr(0)) GROUP BY name ORDER BY sum(n) DESC, sum(place * n) / sum(n), name`,
  );
  return distinctNames(found.getRows().map(([name]) => String(name))).slice(0, NAMES_MAX);
}

/** DuckDB takes names for one that differ in capitals of ASCII alone; the one that most objects have is meant. */
function distinctNames(names: readonly string[]): readonly string[] {
  const folded = names.map(name => name.replace(/[A-Z]/g, capital => capital.toLowerCase()));
  return names.filter((_, place) => folded.indexOf(folded[place]) === place);
}

/** Fields as JSON, by their places, as what stands after FROM; null is none. */
const jsonCells = (path: string, names: readonly string[]): string =>
  `(SELECT ${names.map((_, place) => `CASE WHEN json_type(c${place}) <> 'NULL' THEN c${place} END AS c${place}`).join(', ')} FROM ${jsonFields(path, isJsonArray(path), names)})`;
