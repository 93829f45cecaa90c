/** All engines that a policy may name: a file beside this and its lines here are all that the policy needs of a new one. */
import type * as z from 'zod/mini';
import { type DuckdbInput, type DuckdbSource, duckdb, duckdbEntry } from './duckdb.ts';
import { type PostgresInput, type PostgresSource, postgres, postgresEntry } from './postgres.ts';
import type { SourceEngine } from './source-engine.ts';
import { type TrinoInput, type TrinoSource, trino, trinoEntry } from './trino.ts';

export { type DuckdbSource, type FileFormat, formatOf } from './duckdb.ts';
export type { PostgresSource } from './postgres.ts';
export type { TrinoSource } from './trino.ts';

export type SourceInput = DuckdbInput | PostgresInput | TrinoInput;
export type Source = DuckdbSource | PostgresSource | TrinoSource;

export const sourceEntries = [duckdbEntry, postgresEntry, trinoEntry] as const;

type Shaped = z.output<(typeof sourceEntries)[number]>;
type Named<Union, Name> = Extract<Union, { readonly engine: Name }>;

const engines: { readonly [Name in Source['engine']]: SourceEngine<Named<Shaped, Name>, Named<Source, Name>> } = {
  duckdb,
  postgres,
  trino,
};

/** A table pairs each name with an engine of just that source: the compiler cannot follow a pair through a lookup. */
export const sourceEngine = ({ engine }: Pick<Shaped, 'engine'>): SourceEngine<Shaped, Source> =>
  engines[engine] as unknown as SourceEngine<Shaped, Source>;
