/** Files, and databases that are files, which DuckDB reads here. */
import * as z from 'zod/mini';
import { entry, name } from '../schema-bricks.ts';
import { type SourceEngine, version } from './source-engine.ts';

export interface DuckdbInput {
  readonly engine: 'duckdb';
  readonly path: string;
  readonly version?: string;
}

export interface DuckdbSource {
  readonly engine: 'duckdb';
  /** Absolute. A database holds its tables by name; any other file is one table, and each table has its `path`. */
  readonly path: string;
  readonly format: FileFormat;
  readonly version?: string;
}

export const duckdbEntry = entry({ engine: z.literal('duckdb'), path: name, version });

export const duckdb: SourceEngine<z.output<typeof duckdbEntry>, DuckdbSource> = {
  tellsCapitals: false,
  moved: (source, move) => ({ ...source, path: move(source.path) }),
  resolved: source => ({ ...source, format: formatOf(source.path)! }),
};

export type FileFormat = 'csv' | 'parquet' | 'json' | 'database';

export const FORMATS: readonly (readonly [FileFormat, RegExp])[] = [
  ['csv', /\.(csv|tsv)(\.gz|\.zst)?$/i],
  ['parquet', /\.parquet$/i],
  ['json', /\.(json|ndjson|jsonl)(\.gz|\.zst)?$/i],
  ['database', /\.(duckdb|ddb|db)$/i],
];

/** By the ending of the name, or undefined. */
export const formatOf = (path: string): FileFormat | undefined => FORMATS.find(([, ending]) => ending.test(path))?.[0];
