/**
 * Stands between the program and SQLite: a commit, and each statement outside a transaction, is one change, whole or not at all
 * and durable. What a dead process had open is rolled back and let go, as the operating system would.
 */
import Database from 'libsql';
import type { Machine } from './machine.ts';

type Sqlite = InstanceType<typeof Database>;

export interface InterposedSqlite {
  use(machine: Machine): void;
  restore(): void;
}

export function interposeSqlite(): InterposedSqlite {
  const { exec, prepare, pragma, close } = Database.prototype;
  let machine: Machine | undefined;
  const known = new WeakSet<Sqlite>();
  const writing = new WeakSet<Sqlite>();
  const meet = (sqlite: Sqlite): Machine | undefined => {
    if (machine === undefined) return undefined;
    machine.checkAlive();
    if (!known.has(sqlite)) {
      known.add(sqlite);
      machine.current.release.push(() => letGo(sqlite));
    }
    return machine;
  };
  const letGo = (sqlite: Sqlite): void => {
    if (!sqlite.open) return;
    if (sqlite.inTransaction) exec.call(sqlite, 'ROLLBACK');
    close.call(sqlite);
  };
  Database.prototype.exec = function (this: Sqlite, sql: string) {
    const met = meet(this);
    if (met === undefined || this.inTransaction) {
      if (sql === 'COMMIT' && writing.delete(this)) met?.change('commit');
      return exec.call(this, sql);
    }
    if (sql === 'BEGIN immediate') writing.add(this);
    if (/^(BEGIN|PRAGMA synchronous)/.test(sql)) return exec.call(this, sql);
    for (const statement of sql.split(/;\s*\n/).filter(text => text.trim() !== '')) {
      met.change(`statement ${statement.trim().split(/\s+/).slice(0, 3).join(' ')}`);
      exec.call(this, statement);
    }
    return this;
  };
  Database.prototype.prepare = function (this: Sqlite, sql: string) {
    meet(this);
    return prepare.call(this, sql);
  } as typeof prepare;
  Database.prototype.pragma = function (this: Sqlite, source: string, options) {
    const met = meet(this);
    if (/^(wal_checkpoint|journal_mode)/.test(source)) met?.change(`pragma ${source}`);
    return pragma.call(this, source, options);
  };
  Database.prototype.close = function (this: Sqlite) {
    meet(this);
    return close.call(this);
  };
  return {
    use(next) {
      machine = next;
    },
    restore() {
      Object.assign(Database.prototype, { exec, prepare, pragma, close });
    },
  };
}
