/** Files that a command leaves behind. */
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
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

/** A folder may be there already; the one that it lies in must be. */
export const makeFolder = async (path: string): Promise<void> => {
  await mkdir(path).catch(() => access(path, constants.W_OK).catch(() => refuseToWrite(path)));
};

const refuseToWrite = (path: string): never =>
  refuse('file_unwritable', `${path} cannot be written. Check the folder and its permissions.`);
