/** The engine of a policy. */
import type { Policy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import type { DuckdbOptions } from './duckdb.ts';
import { openDuckdbOnLines } from './duckdb-on-lines.ts';
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
      return openDuckdbOnLines(source, tables, options);
    case 'postgres':
      return openPostgres(source, tables, options);
    case 'trino':
      return refuse('driver_missing', 'This version reads DuckDB and PostgreSQL; Trino has no driver yet.');
  }
}
