/**
 * The files of a publication: the sample and its certificates. They get their names when they are whole and on disk, the
 * sample last; until then they have names of their own, which only their owner can read, and a failure leaves nothing.
 */
import { randomUUID } from 'node:crypto';
import { chmod, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isGone } from '../engine/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { certificateBeside, pageBeside } from './certificate-reading.ts';
import { fileDigest } from './file-digest.ts';

export interface Publication {
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

export async function preparePublication(out: string): Promise<Publication> {
  const [, format] = /\.(csv|parquet)$/i.exec(out) ?? [];
  if (format === undefined)
    return refuse('file_unwritable', `${out} must end in .csv or .parquet: so its format is known.`);
  const path = resolve(out);
  // told as they were ordered
  const [certificate, page] = [certificateBeside(out), pageBeside(out)];
  for (const file of [path, certificate, page]) await checkAbsent(file);
  const making = makingOf(path);
  await sweep(path);
  await writeOwnerOnly(making, '').catch(() => refuseToWrite(path));
  const made = [making];
  return {
    name: basename(path),
    sample: { path: making, format: format.toLowerCase() as Publication['sample']['format'] },
    certificate,
    page,
    digest: () => digestOf(making).catch(() => refuseToWrite(path)),
    async place(texts) {
      const parts = [
        { from: makingOf(certificate), to: certificate, text: texts.certificate },
        { from: makingOf(page), to: page, text: texts.page },
      ];
      try {
        for (const { from, text } of parts) {
          made.push(from);
          await writeOwnerOnly(from, text);
        }
        await nameAll([...parts, { from: making, to: path }]);
      } catch {
        refuseToWrite(path);
      }
    },
    discard: async () => {
      for (const file of made) await rm(file, { force: true });
    },
  };
}

/** Names that are taken meanwhile are not overwritten. */
async function nameAll(files: readonly { readonly from: string; readonly to: string }[]): Promise<void> {
  const named: string[] = [];
  try {
    for (const { from, to } of files) {
      await chmod(from, 0o644);
      await giveName(from, to);
      named.push(to);
    }
    await synced(dirname(files[0].to));
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
    refuse('file_unwritable', `${file} exists, and a publication is never overwritten; give another name with --out.`);
}

async function digestOf(path: string): Promise<string> {
  await synced(path);
  return fileDigest(path);
}

async function writeOwnerOnly(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
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
  refuse('file_unwritable', `${path} cannot be written; check the folder, its rights and its disk.`);
