/** Work on a file, or on a folder's names, that is on disk when it resolves. Disks take long: nobody else waits for them here. */
import { open } from 'node:fs/promises';

/** Only its owner may read what is made here. */
export async function withSyncedFile(path: string, flags: string, work: (file: number) => void): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    work(handle.fd);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** A file's contents that somebody else wrote, or the names in a folder. */
export const sync = (path: string): Promise<void> => withSyncedFile(path, 'r', () => {});
