/** Work on a file, or on a folder's names, that is on disk when it returns. */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';

/** Only its owner may read what is made here. */
export function withSyncedFile(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags, 0o600);
  try {
    work(file);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A file's contents that somebody else wrote, or the names in a folder. */
export const sync = (path: string): void => withSyncedFile(path, 'r', () => {});
