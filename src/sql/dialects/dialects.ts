/** All dialects by name. */
import { refuse } from '../../vocabulary/index.ts';
import type { Dialect } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { postgres } from './postgres.ts';
import { trino } from './trino.ts';
import type { Wording } from './wording.ts';

export const dialects = { duckdb, postgres, trino } as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof dialects;

/** How an engine writes values that are published. */
export const wordingOf = (dialect: DialectName): Wording =>
  (dialects[dialect] as Dialect).wording ??
  refuse(
    'not_yet_supported',
    'Samples of Trino tables cannot be published yet. Export the table to a Parquet file, and publish from that.',
  );
