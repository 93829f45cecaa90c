/**
 * The files of a publication: the sample and its certificates. They get their names when they are whole and on disk, the
 * sample last; until then they have names of their own, which only their owner can read, and a failure leaves nothing.
 */
import { randomUUID } from 'node:crypto';
import { chmod, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isGone } from '../engine/index.ts';
import { fileSha256 } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { certificateBeside, pageBeside } from './certificate-reading.ts';

export interface PublicationFiles {
  /** What the sample is to be called, without its folder. */
  readonly name: string;
  /** Where the sample is written until it is whole, and how. */
  readonly sample: { readonly path: string; readonly format: 'csv' | 'parquet' };
  readonly certificate: string;
  readonly page: string;
  /** SHA-256 of the sample, which is on disk afterwards. */
  digest(): Promise<string>;
  /** Gives all files their names, the sample last. */
  place(texts: { readonly certificate: string; readonly page: string }): Promise<void>;
  /** Removes what has no name yet. */
  discard(): Promise<void>;
}

export async function preparePublication(out: string): Promise<PublicationFiles> {
  const [, format] = /\.(csv|parquet)$/i.exec(out) ?? [];
  if (format === undefined) return refuse('file_unwritable', `${out} must end in .csv or .parquet.`);
  const path = resolve(out);
  // written as they were ordered
  const [certificate, page] = [certificateBeside(out), pageBeside(out)];
  for (const file of [path, certificate, page]) await checkAbsent(file);
  await sweep(path);
  const made: string[] = [];
  const discard = async (): Promise<void> => {
    for (const file of made) await rm(file, { force: true });
  };
  // all of them now: what cannot be written must be known before anything is drawn
  for (const file of [path, certificate, page].map(makingOf))
    await writeOwnerOnly(file, '', 'wx').then(
      () => made.push(file),
      async () => {
        await discard();
        refuseToWrite(path);
      },
    );
  const [making, ...drafts] = made;
  return {
    name: basename(path),
    sample: { path: making, format: format.toLowerCase() as PublicationFiles['sample']['format'] },
    certificate,
    page,
    digest: () => digestOf(making).catch(() => refuseToWrite(path)),
    async place(texts) {
      const parts = [
        { from: drafts[0], to: certificate, text: texts.certificate },
        { from: drafts[1], to: page, text: texts.page },
      ];
      try {
        for (const { from, text } of parts) await writeOwnerOnly(from, text, 'w');
        await nameAll(parts, { from: making, to: path });
      } catch {
        refuseToWrite(path);
      }
    },
    discard,
  };
}

interface Naming {
  readonly from: string;
  readonly to: string;
}

/** Names that are taken meanwhile are not overwritten. */
async function nameAll(certificates: readonly Naming[], sample: Naming): Promise<void> {
  const named: string[] = [];
  try {
    for (const { from, to } of [...certificates, sample]) {
      // a disk may keep the last of several names and lose the others
      if (to === sample.to) await synced(dirname(to));
      await chmod(from, 0o644);
      await giveName(from, to);
      named.push(to);
    }
    await synced(dirname(sample.to));
  } catch (thrown) {
    for (const file of named) await rm(file, { force: true });
    throw thrown;
  }
}

/** Some disks know no second name for a file; there it is moved. */
const giveName = (from: string, to: string): Promise<void> =>
  link(from, to).catch(async (thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EEXIST') throw thrown;
    await rename(from, to);
  });

async function checkAbsent(file: string): Promise<void> {
  // a link counts, wherever it leads: a name is free or it is not
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  );
  if (isThere)
    refuse(
      'file_unwritable',
      `${file} already exists, and a published file is never overwritten. Give another name with --out.`,
    );
}

async function digestOf(path: string): Promise<string> {
  await synced(path);
  return fileSha256(path);
}

async function writeOwnerOnly(path: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const makingOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID()}.making`);

/** What a killed process left is a sample that nobody was to see. */
async function sweep(path: string): Promise<void> {
  const start = `.${basename(path)}.`;
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    const [, maker] = /\.(\d+)\.[0-9a-f-]{36}\.making$/.exec(name) ?? [];
    if (name.startsWith(start) && maker !== undefined && isGone(maker))
      await rm(join(dirname(path), name), { force: true });
  }
}

const refuseToWrite = (path: string): never =>
  refuse('file_unwritable', `${path} cannot be written. Check the folder, its permissions and its disk.`);
