/** References to URLs that may hold a password: such a URL is never part of a policy, a command line, a message or a log. */
import { readFile } from 'node:fs/promises';
import { refuse } from '../vocabulary/index.ts';
import type { SecretReference } from './policy.ts';

/** `env:NAME` or `file:PATH`. */
export function secretOf(reference: string): SecretReference {
  const [from, rest] = [reference.slice(0, reference.indexOf(':')), reference.slice(reference.indexOf(':') + 1)];
  return Object.freeze(from === 'env' ? { from, name: rest } : { from: 'file', path: rest });
}

/** Where a PostgreSQL database is, and how to get in. */
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
