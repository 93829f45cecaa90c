/** All or nothing. */
import type { Sqlite } from './file.ts';

/** `immediate`: alone among writers from the start. `deferred`: a snapshot to read. */
export type Mode = 'immediate' | 'deferred';

export function transaction<T>(sqlite: Sqlite, mode: Mode, work: () => T): T {
  sqlite.exec(`BEGIN ${mode}`);
  try {
    const result = work();
    sqlite.exec('COMMIT');
    return result;
  } catch (caught) {
    // a full disk makes SQLite roll back by itself
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw caught;
  }
}
