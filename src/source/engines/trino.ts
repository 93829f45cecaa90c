/** Trino, as a policy names it. */
import * as z from 'zod/mini';
import { entry, name, optional } from '../schema-bricks.ts';
import { movedReference, type SecretReference, secretOf } from './secret-reference.ts';
import { type SourceEngine, scratch, secretUrl, version } from './source-engine.ts';

export interface TrinoInput {
  readonly engine: 'trino';
  readonly url: string;
  readonly catalog: string;
  readonly schema: string;
  readonly scratch?: string;
  readonly version?: string;
  readonly queriesHidden?: true;
  readonly observer?: string;
}

export interface TrinoSource {
  readonly engine: 'trino';
  readonly url: SecretReference;
  readonly catalog: string;
  readonly schema: string;
  readonly scratch?: string;
  readonly version?: string;
  readonly queriesHidden?: true;
  readonly observer?: SecretReference;
}

export const trinoEntry = entry({
  engine: z.literal('trino'),
  url: secretUrl,
  catalog: name,
  schema: name,
  scratch,
  version,
  queriesHidden: optional(
    z.literal(true),
    'Signed by the owner: nobody else can see the statements of this user. Kept samples then need no scratch schema.',
  ),
  observer: optional(secretUrl, 'The address of another user, who must not see our statements: policy check tries it.'),
});

export const trino: SourceEngine<z.output<typeof trinoEntry>, TrinoSource> = {
  tellsCapitals: false,
  moved: (source, move) => ({
    ...source,
    url: movedReference(source.url, move),
    ...(source.observer !== undefined && { observer: movedReference(source.observer, move) }),
  }),
  resolved: ({ observer, ...source }) => ({
    ...source,
    url: secretOf(source.url),
    ...(observer !== undefined && { observer: secretOf(observer) }),
  }),
};
