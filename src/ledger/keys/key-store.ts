/**
 * Where the secret keys of samples lie: a folder beside the ledger, one file a key, named by the commitment that the chain holds.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  fstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { refuse } from '../../vocabulary/index.ts';
import { sync, withSyncedFile } from '../synced-file.ts';
import { checkCommitment, drawKey, type KeyStore, keyMissing, provedKey } from './sample-key.ts';
import { isWrapped, readKeyFile, unwrapped, wrapped } from './wrapping.ts';

/** `keyFile` wraps what is written from now on; keys that lie there unwrapped are read as they are. */
export function openKeyStore(folder: string, keyFile?: string): KeyStore {
  const fileOf = (commitment: string): string => {
    checkCommitment(commitment);
    return join(folder, commitment);
  };
  const store: KeyStore = {
    draw: drawKey,
    async keep({ key, commitment }) {
      const text = keyFile === undefined ? key : wrapped(Buffer.from(key, 'hex'), commitment, readKeyFile(keyFile));
      await writable(() => writeOwnerOnly(fileOf(commitment), `${text}\n`));
    },
    async read(commitment) {
      const text = textAt(fileOf(commitment));
      const key = isWrapped(text) ? opened(text, commitment, keyFile) : Buffer.from(text.trim(), 'hex');
      return provedKey(key, commitment);
    },
    async erase(commitment) {
      const path = fileOf(commitment);
      await writable(() => eraseFile(path));
    },
  };
  return Object.freeze(store);
}

function textAt(path: string): string {
  try {
    if (existsSync(path)) return readFileSync(path, 'latin1');
  } catch {
    return keyMissing('cannot be read');
  }
  return keyMissing('is missing');
}

const opened = (text: string, commitment: string, keyFile: string | undefined): Buffer | undefined =>
  keyFile === undefined
    ? keyMissing('is wrapped, but the policy names no keyFile')
    : unwrapped(text, commitment, readKeyFile(keyFile));

/** The words of the operating system hold paths: only that it failed is said. */
async function writable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    refuse(
      'ledger_unwritable',
      'The keys of samples cannot be written next to the ledger. Check its disk and permissions.',
    );
  }
}

/** Whoever finds the file finds all of it: it gets its name only when it is complete. */
async function writeOwnerOnly(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await makeOwnerOnlyFolder(folder);
  const unnamed = `${path}.new-${randomBytes(6).toString('hex')}`;
  await withSyncedFile(unnamed, 'wx', file => writeFileSync(file, text));
  renameSync(unnamed, path);
  await sync(folder);
}

/** Harmless where nothing is left. A disk that never writes in place may keep a copy that no program can reach. */
async function eraseFile(path: string): Promise<void> {
  if (!existsSync(path)) return;
  try {
    await withSyncedFile(path, 'r+', file => writeSync(file, randomBytes(fstatSync(file).size)));
  } catch (caught) {
    // somebody else erased it between the two
    if (existsSync(path)) throw caught;
  }
  rmSync(path, { force: true });
  await sync(dirname(path));
}

async function makeOwnerOnlyFolder(folder: string): Promise<void> {
  // another process may make it at the same moment
  mkdirSync(folder, { mode: 0o700, recursive: true });
  // also where it is there: whoever made it may have died before its name was on disk
  await sync(dirname(folder));
  chmodSync(folder, 0o700);
}
