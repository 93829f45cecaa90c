/** The driver for PostgreSQL: an optional package, loaded when a policy needs it. */
import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import type Cursor from 'pg-cursor';
import type { SecretReference } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';

export interface Driver {
  readonly Client: typeof Client;
  readonly Cursor: typeof Cursor;
}

export async function loadDriver(): Promise<Driver> {
  try {
    const [pg, cursor] = await Promise.all([import('pg'), import('pg-cursor')]);
    return { Client: pg.default.Client, Cursor: cursor.default };
  } catch {
    return refuse('driver_missing', 'PostgreSQL needs two more packages: npm install pg pg-cursor');
  }
}

/** Where the database is, and how to get in: never part of a policy, a message or a log. */
export async function readUrl(reference: SecretReference, environment: NodeJS.ProcessEnv): Promise<string> {
  const place = reference.from === 'env' ? `The variable ${reference.name}` : `The file ${reference.path}`;
  const text =
    reference.from === 'env'
      ? environment[reference.name]
      : await readFile(reference.path, 'utf8').catch(() => refuse('source_unreadable', `${place} cannot be read.`));
  const url = text?.trim() ?? '';
  // the driver would take anything else for a database of this machine
  return /^postgres(ql)?:\/\/./.test(url)
    ? url
    : refuse('source_unreadable', `${place} must hold the database's URL, which begins with postgres://.`);
}
