/** Trino, as a policy names it. No driver reads it yet. */
import * as z from 'zod/mini';
import { entry, name } from '../schema-bricks.ts';
import { movedReference, type SecretReference, secretOf } from '../secret-reference.ts';
import { type SourceEngine, scratch, secretUrl, version } from './source-engine.ts';

export interface TrinoInput {
  readonly engine: 'trino';
  readonly url: string;
  readonly catalog: string;
  readonly schema: string;
  readonly scratch?: string;
  readonly version?: string;
}

export interface TrinoSource {
  readonly engine: 'trino';
  readonly url: SecretReference;
  readonly catalog: string;
  readonly schema: string;
  readonly scratch?: string;
  readonly version?: string;
}

export const trinoEntry = entry({
  engine: z.literal('trino'),
  url: secretUrl,
  catalog: name,
  schema: name,
  scratch,
  version,
});

export const trino: SourceEngine<z.output<typeof trinoEntry>, TrinoSource> = {
  tellsCapitals: false,
  moved: (source, move) => ({ ...source, url: movedReference(source.url, move) }),
  resolved: source => ({ ...source, url: secretOf(source.url) }),
};
