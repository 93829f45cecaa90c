/** All dialects by name. */
import type { Dialect, DialectName } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { postgres } from './postgres.ts';

export const dialects: Readonly<Record<DialectName, Dialect>> = { duckdb, postgres };
