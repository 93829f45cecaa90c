/** PostgreSQL, as a policy names it. */
import * as z from 'zod/mini';
import { entry, name, optional } from '../schema-bricks.ts';
import { movedReference, type SecretReference, secretOf } from './secret-reference.ts';
import { type SourceEngine, scratch, secretUrl, version } from './source-engine.ts';

export interface PostgresInput {
  readonly engine: 'postgres';
  /** `env:NAME` or `file:PATH`: a policy holds no passwords. */
  readonly url: string;
  readonly schema?: string;
  readonly scratch?: string;
  readonly version?: string;
}

export interface PostgresSource {
  readonly engine: 'postgres';
  readonly url: SecretReference;
  readonly schema?: string;
  readonly scratch?: string;
  readonly version?: string;
}

export const postgresEntry = entry({
  engine: z.literal('postgres'),
  url: secretUrl,
  schema: optional(name, 'The schema of the tables.'),
  scratch,
  version,
});

export const postgres: SourceEngine<z.output<typeof postgresEntry>, PostgresSource> = {
  tellsCapitals: true,
  moved: (source, move) => ({ ...source, url: movedReference(source.url, move) }),
  resolved: source => ({ ...source, url: secretOf(source.url) }),
};
