/** The URL of a database, which is read when it is needed: policies are also written in browsers, which have no files. */
import { readFile } from 'node:fs/promises';
import { refuse } from '../../vocabulary/index.ts';
import type { SecretReference } from './secret-reference.ts';

/** How addresses of an engine begin. */
const SCHEMES = { postgres: ['postgres://', 'postgresql://'], trino: ['https://', 'http://'] } as const;

/** Where a database is, and how to get in. */
export async function readUrl(
  reference: SecretReference,
  environment: NodeJS.ProcessEnv,
  engine: keyof typeof SCHEMES = 'postgres',
): Promise<string> {
  const place = reference.from === 'env' ? `The variable ${reference.name}` : `The file ${reference.path}`;
  const text =
    reference.from === 'env'
      ? environment[reference.name]
      : await readFile(reference.path, 'utf8').catch(() => refuse('source_unreadable', `${place} cannot be read.`));
  const url = text?.trim() ?? '';
  // a driver would take anything else for a database of this machine
  return SCHEMES[engine].some(scheme => url.startsWith(scheme) && url.length > scheme.length)
    ? url
    : refuse(
        'source_unreadable',
        `${place} must contain the URL of the database, which begins with ${SCHEMES[engine][0]}.`,
      );
}
