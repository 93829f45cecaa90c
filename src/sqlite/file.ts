/** The file itself. SQLite gives its companions, the log and the shared memory, the same rights. */
import { closeSync, existsSync, openSync } from 'node:fs';
import Database from 'libsql';

export type Sqlite = InstanceType<typeof Database>;

/**
 * Only its owner may read it. A file that is there is not touched: closing it here would release the locks of every other
 * connection of this process.
 */
export function makeFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (thrown) {
    // another process was quicker
    if (!existsSync(path)) throw thrown;
  }
}

/** Waits so long for another writer, and blocks this process meanwhile; not at all unless said. */
export const openFile = (path: string, patienceMilliseconds = 0): Sqlite =>
  new Database(path, { timeout: patienceMilliseconds });

/** A number that SQLite keeps of a file. */
export function pragma(sqlite: Sqlite, name: string): number {
  const [row] = sqlite.pragma(name) as [Record<string, number>];
  return row[name];
}

/** `immediate`: alone among writers from the start. `deferred`: a snapshot to read. */
export type Mode = 'immediate' | 'deferred';

/** All or nothing. */
export function transaction<T>(sqlite: Sqlite, mode: Mode, work: () => T): T {
  sqlite.exec(`BEGIN ${mode}`);
  return orRolledBack(sqlite, () => {
    const result = work();
    sqlite.exec('COMMIT');
    return result;
  });
}

/** Part of a transaction, which is over if it throws. */
export function orRolledBack<T>(sqlite: Sqlite, work: () => T): T {
  try {
    return work();
  } catch (caught) {
    // a full disk makes SQLite roll back by itself
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw caught;
  }
}
