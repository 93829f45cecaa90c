/** Files that a command leaves behind. */
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { refuse } from '../vocabulary/index.ts';

/** Asked before the work begins: nobody should wait, or pay, for a result that has no place. */
export const checkWritable = (path: string): Promise<void> =>
  access(dirname(path), constants.W_OK).catch(() => refuseToWrite(path));

/** For everybody who may enter the folder. */
export const writeOut = (path: string, text: string): Promise<void> =>
  writeFile(path, text).catch(() => refuseToWrite(path));

/** A file that is made here is its owner's alone; one that is there already keeps its rights. */
export const writeOutOwnerOnly = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600 }).catch(() => refuseToWrite(path));

/** A file can be put there, or in place of the one that is. */
export async function checkReplaceable(path: string): Promise<void> {
  await checkWritable(path);
  const there = await stat(path).catch(({ code }) => (code === 'ENOENT' ? undefined : refuseToWrite(path)));
  if (there !== undefined && !there.isFile()) refuseToWrite(path);
}

/** Whoever reads the file meanwhile reads the old one or the new one, and after a failure the old one. Its rights stay as they are. */
export async function replaceWhole(path: string, text: string): Promise<void> {
  // a name as long as can be has no room for another ending
  const beside = join(dirname(path), `.${randomUUID()}.tmp`);
  const { mode } = await stat(path).catch(() => ({ mode: 0o666 }));
  try {
    await writeFile(beside, text, { flag: 'wx', mode: mode & 0o666 });
    await rename(beside, path);
  } catch {
    await rm(beside, { force: true });
    refuseToWrite(path);
  }
}

/** A folder may be there already; the one that it lies in must be. */
export const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path).catch(() => access(path, constants.W_OK).catch(() => refuseToWrite(path)));
};

const refuseToWrite = (path: string): never =>
  refuse('file_unwritable', `${path} cannot be written. Check the folder and its permissions.`);
