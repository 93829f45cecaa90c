/**
 * A data file without a policy, for the custodian's own work on it: every column can be read, by the names that the file
 * gives them. Opened as hardened as a policy's files are.
 */
import { resolve } from 'node:path';
import { formatOf, stemOf } from '../source/engines/index.ts';
import type { Column, DeclaredTable, DescribedTable, Policy } from '../source/index.ts';
import type { TypeFamily } from '../sql/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { DuckdbOptions } from './duckdb/open.ts';
import { readSchema } from './duckdb/schema.ts';
import { familyOfDuckdb } from './duckdb/values.ts';
import type { Engine } from './engine.ts';
import { openEngine } from './open.ts';

export interface DescribedFile {
  /** What an engine is opened on. */
  readonly origin: Pick<Policy, 'source' | 'tables'>;
  readonly table: string;
  /** What a format without types holds is guessed from its rows. */
  readonly kinds: ReadonlyMap<string, FileColumnKind>;
}

export interface DataFile extends DescribedFile {
  readonly engine: Engine;
}

/** As far as rules that coarsen care. */
export type FileColumnKind = 'number' | 'date' | 'text';

/** `table` chooses one of a database that holds several. */
export async function openDataFile(
  path: string,
  { table, ...options }: DuckdbOptions & { readonly table?: string | undefined } = {},
): Promise<DataFile> {
  const described = await describeDataFile(path, table);
  return { ...described, engine: await openEngine(described.origin, options) };
}

export async function describeDataFile(path: string, table?: string): Promise<DescribedFile> {
  const format = formatOf(path);
  if (format === undefined)
    return refuse('file_unreadable', `${path} must end in .csv, .tsv, .parquet, .json, .ndjson, .jsonl or .duckdb.`);
  const file = resolve(path);
  const described = chosen(await readSchema(file, { format, name: stemOf(path) }), table);
  const columns = Object.fromEntries(described.columns.map(({ name }) => [name, PLAIN]));
  const definition: DeclaredTable = {
    public: false,
    rowsPerUnit: 1,
    neighbours: 'add-remove',
    sizeIsPublic: false,
    columns,
    ...(format !== 'database' && { file: { path: file, format } }),
  };
  const source = { engine: 'duckdb', path: file, format } as const;
  const tables = { [described.name]: definition };
  return {
    origin: { source, tables },
    table: described.name,
    kinds: new Map(described.columns.map(({ name, type }) => [name, KINDS[familyOfDuckdb(type)]])),
  };
}

const KINDS: Readonly<Record<TypeFamily, FileColumnKind>> = {
  whole: 'number',
  wide: 'number',
  decimal: 'number',
  floating: 'number',
  day: 'date',
  moment: 'date',
  instant: 'date',
  textual: 'text',
  padded: 'text',
  digits: 'text',
  logical: 'text',
  other: 'text',
};

const PLAIN: Column = { type: 'text', perUnit: true };

function chosen(tables: readonly DescribedTable[], wanted: string | undefined): DescribedTable {
  const found = wanted === undefined ? tables : tables.filter(({ name }) => name === wanted);
  if (found.length === 1) return found[0];
  return refuse(
    'unknown_table',
    tables.length === 0
      ? 'The database has no tables.'
      : `Choose one of the tables with --table: ${tables.map(({ name }) => name).join(', ')}.`,
  );
}
