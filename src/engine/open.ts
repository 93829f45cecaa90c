/** The engine of a policy. A folder beside this and a line here are all that a new one needs, with its dialect in `sql`. */

import type { Source } from '../source/engines/index.ts';
import type { Policy } from '../source/index.ts';
import { openDuckdbOnLines } from './duckdb/on-lines.ts';
import type { DuckdbOptions } from './duckdb/open.ts';
import type { Engine } from './engine.ts';
import { openPostgres, type PostgresOptions } from './postgres/open.ts';
import { openTrino, type TrinoOptions } from './trino/open.ts';

export type EngineOptions = DuckdbOptions & PostgresOptions & TrinoOptions;

type Opening<Of extends Source> = (source: Of, tables: Policy['tables'], options: EngineOptions) => Promise<Engine>;

const openings: { readonly [Name in Source['engine']]: Opening<Extract<Source, { readonly engine: Name }>> } = {
  duckdb: openDuckdbOnLines,
  postgres: openPostgres,
  trino: openTrino,
};

/** Opens what the policy names and reads its schema: nothing is asked of its rows. */
export const openEngine = (
  { source, tables }: Pick<Policy, 'source' | 'tables'>,
  options: EngineOptions = {},
): Promise<Engine> => (openings[source.engine] as Opening<Source>)(source, tables, options);
