/** Small secret files: for their owner alone, on disk when a call returns, and overwritten before they go. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Whoever finds the file finds all of it: it gets its name only when it is complete. */
export function writeOwnerOnly(path: string, text: string): void {
  const folder = dirname(path);
  makeOwnerOnlyFolder(folder);
  const unnamed = `${path}.new-${randomBytes(6).toString('hex')}`;
  withFile(unnamed, 'wx', file => writeFileSync(file, text));
  renameSync(unnamed, path);
  withFile(folder, 'r', () => {});
}

/** Harmless where nothing is left. A disk that never writes in place may keep a copy that no program can reach. */
export function eraseFile(path: string): void {
  if (!existsSync(path)) return;
  withFile(path, 'r+', file => writeSync(file, randomBytes(fstatSync(file).size)));
  rmSync(path, { force: true });
  withFile(dirname(path), 'r', () => {});
}

function makeOwnerOnlyFolder(folder: string): void {
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    withFile(dirname(folder), 'r', () => {});
  }
  chmodSync(folder, 0o700);
}

/** Durable once it returns, whatever was done with it. */
function withFile(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    work(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
