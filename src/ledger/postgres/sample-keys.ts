/**
 * The secret keys of samples in the database of the ledger. Whoever can read the database, or a copy of it, finds them wrapped by a
 * key file that is elsewhere: every machine that uses the ledger has the same one.
 */
import { createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import { refuse } from '../../vocabulary/index.ts';
import { checkCommitment, drawKey, type KeyStore, keyMissing, provedKey } from '../keys/sample-key.ts';
import { readKeyFile, unwrapped, wrapped } from '../keys/wrapping.ts';
import type { LedgerDatabase } from './database.ts';
import { refusalOf } from './failure.ts';

export function sampleKeys(database: LedgerDatabase, keyFile: string | undefined): KeyStore {
  let checked: Promise<Buffer> | undefined;
  /** A key wrapped by another file would be of no use to anybody else. */
  const wrapping = (): Promise<Buffer> => {
    checked ??= (async () => (keyFile === undefined ? keyFileMissing() : checkKeyFile(database, keyFile)))().catch(
      caught => {
        checked = undefined;
        throw caught;
      },
    );
    return checked;
  };
  return Object.freeze({
    draw: drawKey,
    async keep({ key, commitment }) {
      checkCommitment(commitment);
      // a sample may be drawn before anything else was written
      await database.prepare();
      const text = wrapped(Buffer.from(key, 'hex'), commitment, await wrapping());
      await database.transaction(query =>
        query(
          `INSERT INTO sortition_ledger.sample_keys (commitment, wrapped) VALUES ($1, $2)
           ON CONFLICT (commitment) DO UPDATE SET wrapped = excluded.wrapped`,
          [commitment, text],
        ),
      );
    },
    async read(commitment) {
      checkCommitment(commitment);
      const [row] = await database
        .query<{ wrapped: string }>('SELECT wrapped FROM sortition_ledger.sample_keys WHERE commitment = $1', [
          commitment,
        ])
        .catch(refusalOf);
      if (row === undefined) return keyMissing('is missing');
      return provedKey(unwrapped(row.wrapped, commitment, await wrapping()), commitment);
    },
    async erase(commitment) {
      checkCommitment(commitment);
      await database.transaction(query =>
        query('DELETE FROM sortition_ledger.sample_keys WHERE commitment = $1', [commitment]),
      );
    },
  } satisfies KeyStore);
}

/** The key of the file, if it is the one that this ledger knows. The first one that a ledger sees is its own from then on. */
export async function checkKeyFile(database: LedgerDatabase, keyFile: string): Promise<Buffer> {
  const key = readKeyFile(keyFile);
  // of the key itself nothing can be computed from it
  const known = createHmac('sha256', key).update('sortition ledger key file').digest('hex');
  if ((statSync(keyFile).mode & 0o077) !== 0)
    refuse(
      'key_file_exposed',
      'The key file of the policy can be read by others on this machine. Make it readable only by its owner: chmod 600.',
    );
  const [row] = await database.query<KeyFileRow>('SELECT key_file FROM sortition_ledger.head').catch(refusalOf);
  if ((row?.key_file ?? (await bound(database, known))) === known) return key;
  return refuse(
    'key_file_differs',
    'The key file of the policy is not the one that wraps the keys of this ledger. Copy the key file from a machine that uses the ' +
      'ledger, or restore it from where it is kept.',
  );
}

interface KeyFileRow {
  readonly key_file: string | null;
}

/** Of two that come at once the first is the ledger's. */
async function bound(database: LedgerDatabase, known: string): Promise<string | null> {
  const [row] = await database.transaction(query =>
    query<KeyFileRow>('UPDATE sortition_ledger.head SET key_file = coalesce(key_file, $1) RETURNING key_file', [known]),
  );
  return row?.key_file ?? null;
}

export const keyFileMissing = (): never =>
  refuse(
    'key_file_missing',
    'A ledger in PostgreSQL needs a "keyFile" in its policy, which wraps the keys of samples: create one with openssl rand -hex 32, ' +
      'readable only by its owner, and copy it to every machine that uses the ledger.',
  );
