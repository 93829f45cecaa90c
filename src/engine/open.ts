/** The engine of a policy. */
import type { Policy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type DuckdbOptions, openDuckdb } from './duckdb.ts';
import type { Engine } from './engine.ts';
import { openPostgres, type PostgresOptions } from './postgres.ts';

export type EngineOptions = DuckdbOptions & PostgresOptions;

/** Opens what the policy names and reads its schema: nothing is asked of its rows. */
export function openEngine(
  { source, tables }: Pick<Policy, 'source' | 'tables'>,
  options: EngineOptions = {},
): Promise<Engine> {
  switch (source.engine) {
    case 'duckdb':
      return openDuckdb(source, tables, options);
    case 'postgres':
      return openPostgres(source, tables, options);
    case 'trino':
      return refuse('driver_missing', 'This version reads DuckDB and PostgreSQL; Trino has no driver yet.');
  }
}
