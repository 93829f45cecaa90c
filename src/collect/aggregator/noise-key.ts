/**
 * The key that noise is made of: drawn here, known to nobody else, and kept apart from the store, so that no copy of the
 * store tells the noise. The store knows its hash, and takes no other key: other noise on the same reports would tell more.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256 } from '../../text/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { ReportStore } from './store.ts';

const KEY_HEX = /^[0-9a-f]{64}\s*$/;

/** The key of the file; a new one where there is none, and the store knows of none. */
export async function openNoiseKey(path: string, store: ReportStore): Promise<Buffer> {
  const found = await keyIn(path);
  if (found === undefined && (await store.noiseKey()) !== undefined)
    refuse(
      'noise_key_missing',
      `${path} cannot be read, but the store was created with a noise key. Restore that file.`,
    );
  // the file comes first, and all of it: a store that knows a key which nobody has could release nothing
  const key = found ?? (await drawnKey(path));
  if ((await store.noiseKey()) === undefined) await keepFor(path);
  const hash = sha256(key);
  return (await store.bindNoiseKey(hash)) === hash
    ? key
    : refuse('noise_key_missing', `${path} is not the key the store was created with. Restore that file.`);
}

async function keyIn(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return KEY_HEX.test(text)
    ? Buffer.from(text.trim(), 'hex')
    : refuse('noise_key_missing', `${path} does not contain a key (64 hex digits). Restore the original file.`);
}

/** It has its name when it is whole, and takes it from nobody. */
async function drawnKey(path: string): Promise<Buffer> {
  const key = randomBytes(32);
  const unnamed = `${path}.new-${randomUUID()}`;
  try {
    await writeFile(unnamed, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await giveName(unnamed, path);
  } catch {
    unwritable(path);
  } finally {
    await rm(unnamed, { force: true });
  }
  return key;
}

/** Some disks know no second name for a file; there it is moved. */
const giveName = (from: string, to: string): Promise<void> =>
  link(from, to).catch(async (thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EEXIST') throw thrown;
    await rename(from, to);
  });

/** On disk with its name, also where somebody wrote it who died before it was. */
async function keepFor(path: string): Promise<void> {
  for (const each of [path, dirname(path)]) {
    const file = await open(each, 'r').catch(() => unwritable(path));
    await file
      .sync()
      .catch(() => unwritable(path))
      .finally(() => file.close());
  }
}

const unwritable = (path: string): never =>
  refuse(
    'file_unwritable',
    `${path} cannot be written. It stores the noise key of this aggregator; check its permissions.`,
  );
