/**
 * One connection to a SQLite file: transactions that are durable when they return, and a bounded wait for the writer.
 * The wait is ours, not SQLite's: its own would block the whole process.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Mode, openFile, type Sqlite, transaction } from '../../sqlite/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { isLocked, ledgerClosed, ledgerLocked } from '../unavailable.ts';

export interface Connection {
  transact<T>(mode: Mode, work: (sqlite: Sqlite) => T): Promise<T>;
  /** Work that brings its own transactions, or none; tried again while another writer is at work. */
  alone<T>(work: (sqlite: Sqlite) => T): Promise<T>;
  /** Work inside a transaction that is open already: what fails there cannot be tried again. */
  once<T>(work: (sqlite: Sqlite) => T): T;
  close(): void;
}

export const connect = (path: string, patienceMilliseconds: number): Promise<Connection> =>
  connected(path, patienceMilliseconds, makeDurable);

/** Changes nothing. Readers need to wait for nobody but whoever repairs or closes the log. */
export const connectToRead = (path: string, patienceMilliseconds = 0): Promise<Connection> =>
  connected(path, patienceMilliseconds, sqlite => void sqlite.exec('PRAGMA query_only = ON'));

async function connected(path: string, patienceMilliseconds: number, prepare: (sqlite: Sqlite) => void) {
  const sqlite = translated(() => openFile(path));
  const once = <T>(work: (sqlite: Sqlite) => T): T => translated(() => (sqlite.open ? work(sqlite) : ledgerClosed()));
  const alone = <T>(work: (sqlite: Sqlite) => T): Promise<T> => patiently(() => once(work), patienceMilliseconds);
  await alone(prepare);
  const connection: Connection = {
    alone,
    once,
    transact: (mode, work) => alone(() => transaction(sqlite, mode, () => work(sqlite))),
    close: () => sqlite.close(),
  };
  return connection;
}

/**
 * A commit returns after the log is on disk, and nobody sees its entries before: SQLite shows them to readers only then, and what
 * could not be synced it never shows. Readers do not wait for the writer.
 */
function makeDurable(sqlite: Sqlite): void {
  const [{ journal_mode: mode }] = sqlite.pragma('journal_mode = WAL') as [{ journal_mode: string }];
  if (mode !== 'wal')
    refuse('ledger_unwritable', 'The ledger needs a disk with shared memory and file locks. Move it to a local disk.');
  sqlite.exec('PRAGMA synchronous = FULL');
}

const PAUSES = [1, 2, 5, 10, 15, 20, 25];

/** Tries again while another writer is at work; what is tried leaves nothing behind when it fails. */
async function patiently<T>(work: () => T, patienceMilliseconds: number): Promise<T> {
  for (let [tries, waited] = [0, 0]; ; tries += 1) {
    try {
      return work();
    } catch (caught) {
      if (!(isLocked(caught) && waited < patienceMilliseconds)) throw caught;
      const milliseconds = PAUSES[Math.min(tries, PAUSES.length - 1)];
      await pause(milliseconds);
      waited += milliseconds;
    }
  }
}

/** SQLite's own words may hold paths and values: only the class of a failure is said. */
function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (caught) {
    const code = codeOf(caught);
    if (code === undefined) throw caught;
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
      return ledgerLocked();
    }
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
      return refuse('ledger_damaged', 'The ledger is not a readable SQLite file. Restore it from a backup.');
    }
    if (/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM|AUTH)|^E[A-Z]+$|^$/.test(code)) {
      return refuse('ledger_unwritable', 'The ledger cannot be written. Check its disk, folder and permissions.');
    }
    throw caught;
  }
}

/** Of SQLite or the operating system; empty where the file could not even be opened. */
function codeOf(caught: unknown): string | undefined {
  if (caught instanceof Refusal || !(caught instanceof Error) || !('code' in caught)) return undefined;
  return typeof caught.code === 'string' ? caught.code : undefined;
}
