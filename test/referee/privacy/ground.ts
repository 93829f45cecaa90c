/** Where cases are walked: folders in memory where there is such a place, files that were written long enough ago, and a server. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';

export interface Ground {
  /** A new folder for one walk. */
  folder(): string;
  /** Puts another file at a path, as whoever renames a new one into place does. */
  replace(path: string): void;
  clear(folder: string): void;
  /** Started for the first walk that wants it; undefined where none can run. */
  postgres(): Promise<PostgresServer | undefined>;
  close(): Promise<void>;
}

const MEMORY = '/dev/shm';
const FILES = 40;

/** Files are told apart by when they were written, and a file of this very moment is waited for: these are of the past. */
export async function openGround(): Promise<Ground> {
  const root = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'sortition-referee-'));
  const files = Array.from({ length: FILES }, (_, i) => join(root, `file-${i}.csv`));
  for (const file of files) writeFileSync(file, '');
  await pause(30);
  let folders = 0;
  let links = 0;
  let server: Promise<PostgresServer | undefined> | undefined;
  return {
    folder() {
      const folder = join(root, `case-${folders++}`);
      mkdirSync(folder);
      return folder;
    },
    replace(path) {
      symlinkSync(files[links++ % FILES], `${path}.new`);
      renameSync(`${path}.new`, path);
    },
    clear: folder => rmSync(folder, { recursive: true, force: true }),
    postgres() {
      server ??= startPostgres();
      return server;
    },
    async close() {
      await (await server)?.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
