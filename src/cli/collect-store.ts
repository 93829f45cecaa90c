/** `--store`: the file of one process, or a reference to the URL of a database that several share. */
import type { ReportStore } from '../collect/aggregator/index.ts';
import { refuse } from '../vocabulary/index.ts';

const DATABASE = 'postgres:';

/** Where shares may be kept, as help says it. */
export const STORES = 'a file, or postgres:env:NAME or postgres:file:PATH';

/** `aggregator` is the address that campaigns know it by. */
export async function openStore(place: string, aggregator: string): Promise<ReportStore> {
  const { openPostgresStore, openSqliteStore } = await import('../collect/aggregator/index.ts');
  if (!/^postgres(ql)?:/.test(place)) return openSqliteStore(place);
  const reference = place.slice(DATABASE.length);
  // other processes of the machine see a command line
  if (!/^(env|file):./.test(reference))
    refuse(
      'usage',
      '--store takes postgres:env:NAME or postgres:file:PATH: a URL with a password does not belong on the command line.',
    );
  const { readUrl, secretOf } = await import('../source/index.ts');
  return openPostgresStore(await readUrl(secretOf(reference), process.env), aggregator);
}
