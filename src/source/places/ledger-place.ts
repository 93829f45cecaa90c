/** Where a ledger is kept, as a policy says it: the file of one machine, or a database that several share. */

import { movedReference, type SecretReference, secretOf } from '../engines/secret-reference.ts';
import { text } from '../schema-bricks.ts';

export type LedgerPlace =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: SecretReference | string };

const PLACE = /^(sqlite|postgres):./;

/** The password, if any, is looked for by `holdsPassword`. */
export const ledger = text('"sqlite:FILE", or "postgres:" and a URL, "env:NAME" or "file:PATH"', PLACE);

export const PASSWORD_RULE =
  'contains a password, which a policy must not; write postgres:env:NAME or postgres:file:PATH';

/** Also in the query of a URL, where PostgreSQL reads one too. */
export const holdsPassword = (place: string): boolean =>
  /^postgres:(?!env:|file:)/.test(place) && (/\/\/[^/?#]*:[^/?#]*@/.test(place) || /password\s*=/i.test(place));

export function ledgerOf(written: string): LedgerPlace {
  if (written.startsWith('sqlite:')) return Object.freeze({ kind: 'sqlite', path: written.slice('sqlite:'.length) });
  const place = written.slice('postgres:'.length);
  // The address of a PostgreSQL server begins with the same word.
  const url = place.startsWith('//') ? written : /^(env|file):/.test(place) ? secretOf(place) : place;
  return Object.freeze({ kind: 'postgres', url });
}

/** As a flag names it; undefined where it names none, or shows a password to whoever lists the processes of a machine. */
export const ledgerNamed = (written: string, move: (path: string) => string): LedgerPlace | undefined =>
  PLACE.test(written) && !holdsPassword(written) ? ledgerOf(movedReference(written, move)) : undefined;

/** As it is written: whoever reads it finds no secret, but where one is. */
export function ledgerAddress(place: LedgerPlace): string {
  if (place.kind === 'sqlite') return `sqlite:${place.path}`;
  const { url } = place;
  if (typeof url === 'string') return url.startsWith('postgres:') ? url : `postgres:${url}`;
  return `postgres:${url.from === 'env' ? `env:${url.name}` : `file:${url.path}`}`;
}
