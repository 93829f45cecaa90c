/**
 * Where copies of samples lie: files in a folder that only its owner can enter. A copy has its name when it is whole and
 * not before; what a crash left half-made is swept away by whoever makes the next one.
 */
import { randomUUID } from 'node:crypto';
import { access, chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyName, copyStem } from './copy-name.ts';
import { isGone } from './maker.ts';

const FOLDER = 'samples';

export interface CopyFolder {
  /** The file of a copy of data in this state, made by `make` under another name unless it is there. */
  fileOf(name: string, state: string, make: (path: string) => Promise<void>): Promise<string>;
  /** Erases all copies of a name. */
  remove(name: string): Promise<void>;
}

export function copyFolder(parent: string): CopyFolder {
  const folder = join(parent, FOLDER);
  const erase = async (unwanted: (file: string) => boolean): Promise<void> => {
    const files = await readdir(folder).catch(() => []);
    await Promise.all(files.filter(unwanted).map(file => rm(join(folder, file), { force: true })));
  };
  return {
    async fileOf(name, state, make) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const file = `${copyName(name, state)}.duckdb`;
      const path = join(folder, file);
      if (await isThere(path)) return path;
      await erase(each => isAbandoned(each) || (isCopyOf(name, each) && each !== file));
      const making = `${file}.${process.pid}.${randomUUID()}`;
      try {
        await make(join(folder, making));
        await rename(join(folder, making), path);
        return path;
      } catch (thrown) {
        await erase(each => each.startsWith(making));
        throw thrown;
      }
    },
    remove: name => erase(each => each.startsWith(copyStem(name))),
  };
}

/** A whole one, of whatever state of the data. */
const isCopyOf = (name: string, file: string): boolean => file.startsWith(copyStem(name)) && file.endsWith('.duckdb');

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Half-made, by a process of this machine that is no more. */
function isAbandoned(file: string): boolean {
  const [, maker] = /\.duckdb\.(\d+)\.[0-9a-f-]{36}(\.wal)?$/.exec(file) ?? [];
  return maker !== undefined && isGone(maker);
}
