/** Small secret files: for their owner alone, on disk when a call returns, and overwritten before they go. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, fstatSync, mkdirSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { sync, withSyncedFile } from '../synced-file.ts';

/** Whoever finds the file finds all of it: it gets its name only when it is complete. */
export function writeOwnerOnly(path: string, text: string): void {
  const folder = dirname(path);
  makeOwnerOnlyFolder(folder);
  const unnamed = `${path}.new-${randomBytes(6).toString('hex')}`;
  withSyncedFile(unnamed, 'wx', file => writeFileSync(file, text));
  renameSync(unnamed, path);
  sync(folder);
}

/** Harmless where nothing is left. A disk that never writes in place may keep a copy that no program can reach. */
export function eraseFile(path: string): void {
  if (!existsSync(path)) return;
  withSyncedFile(path, 'r+', file => writeSync(file, randomBytes(fstatSync(file).size)));
  rmSync(path, { force: true });
  sync(dirname(path));
}

function makeOwnerOnlyFolder(folder: string): void {
  // another process may make it at the same moment
  mkdirSync(folder, { mode: 0o700, recursive: true });
  // also where it is there: whoever made it may have died before its name was on disk
  sync(dirname(folder));
  chmodSync(folder, 0o700);
}
