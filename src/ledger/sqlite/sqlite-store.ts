/** A chain in a SQLite file. Every step is one immediate transaction: the writers of all processes go one by one. */
import { type BigIntStats, statSync } from 'node:fs';
import { makeFile, type Sqlite } from '../../sqlite/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type Book, emptyBook } from '../book.ts';
import { read, type StoredEntry, store as stored } from '../entry.ts';
import { post } from '../posting.ts';
import type { Contents, LedgerStep, Store } from '../store.ts';
import { type Connection, connect, connectToRead } from './connection.ts';
import { beginPresence, type Presence } from './presence.ts';
import { checkVersion, prepare } from './schema.ts';

export async function openSqliteStore(path: string, patienceMilliseconds: number): Promise<Store> {
  make(path);
  const connection = await connect(path, patienceMilliseconds);
  try {
    await prepare(connection, path);
    const presence = await connection.transact('immediate', () => beginPresence(path));
    return storeOver(path, connection, presence);
  } catch (caught) {
    connection.close();
    throw caught;
  }
}

/** To look at, whoever else is at work there: every change of the file is refused. */
export async function openToRead(path: string): Promise<Pick<Store, 'everything'> & { readonly close: () => void }> {
  const connection = await connectToRead(path);
  try {
    await connection.alone(checkVersion);
  } catch (caught) {
    connection.close();
    throw caught;
  }
  return {
    everything: read => connection.transact('deferred', sqlite => read(contentsOf(sqlite))),
    close: connection.close,
  };
}

function storeOver(path: string, connection: Connection, presence: Presence): Store {
  const opened = identityOf(path);
  const book = emptyBook();
  const upToDate = (sqlite: Sqlite): Book => {
    if (identityOf(path) !== opened) rolledBack('The ledger file was removed or replaced while it was in use');
    catchUp(sqlite, book);
    return book;
  };
  return {
    holder: presence.holder,
    async step(take) {
      const { step, written } = await connection.transact('immediate', sqlite => {
        const step = take(upToDate(sqlite), presence.isRunning);
        return { step, written: append(sqlite, book, step) };
      });
      for (const entry of written) if (entry.sequence > book.entries) post(book, entry);
      return step.result(written, book);
    },
    look: read => connection.transact('deferred', sqlite => read(upToDate(sqlite))),
    seen: () => book,
    entry: sequence => connection.transact('deferred', sqlite => entryAt(sqlite, sequence)),
    answer: entry => connection.transact('deferred', sqlite => answerOf(sqlite, entry)),
    everything: read => connection.transact('deferred', sqlite => read(contentsOf(sqlite))),
    async close() {
      presence.end();
      connection.close();
    },
  };
}

/** Only its owner may read a ledger. */
function make(path: string): void {
  try {
    makeFile(path);
  } catch {
    refuse('ledger_unwritable', 'The ledger cannot be written. Check its disk, folder and permissions.');
  }
}

/** Tells a file from another that took its name. */
function identityOf(path: string): string {
  const status: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? 'none' : `${status.dev}:${status.ino}`;
}

function catchUp(sqlite: Sqlite, book: Book): void {
  const last = entryAt(sqlite, book.entries);
  if (book.entries > 0 && last?.hash !== book.head) rolledBack('The ledger lost entries while it was in use');
  for (const entry of entriesFrom(sqlite, book.entries + 1)) post(book, entry);
  if (highest(sqlite) !== book.entries) rolledBack('The last entries of the ledger were removed');
}

const entryAt = (sqlite: Sqlite, sequence: number): StoredEntry | undefined =>
  sqlite.prepare('SELECT sequence, kind, body, hash FROM entries WHERE sequence = ?').get(sequence) as
    | StoredEntry
    | undefined;

const entriesFrom = (sqlite: Sqlite, sequence: number): Iterable<StoredEntry> =>
  sqlite
    .prepare('SELECT sequence, kind, body, hash FROM entries WHERE sequence >= ? ORDER BY sequence')
    .iterate(sequence) as Iterable<StoredEntry>;

function append(sqlite: Sqlite, book: Book, { drafts, answer }: LedgerStep<unknown>): StoredEntry[] {
  const insert = sqlite.prepare('INSERT INTO entries (sequence, kind, body, hash) VALUES (?, ?, ?, ?)');
  const written: StoredEntry[] = [];
  for (const draft of drafts) {
    const previous = written.at(-1)?.hash ?? book.head;
    const entry = stored(draft, book.entries + written.length + 1, previous);
    // what could not be read again would stop the ledger for good
    read(entry, entry.sequence, previous);
    insert.run(entry.sequence, entry.kind, entry.body, entry.hash);
    written.push(entry);
  }
  const last = written.at(-1);
  if (answer !== undefined && last !== undefined) {
    sqlite.prepare('INSERT INTO answers (entry, answer) VALUES (?, ?)').run(last.sequence, answer);
  }
  return written;
}

function answerOf(sqlite: Sqlite, entry: number): string | undefined {
  const [row] = sqlite.prepare('SELECT answer FROM answers WHERE entry = ?').all(entry) as (
    | { answer: string }
    | undefined
  )[];
  return row?.answer;
}

/** SQLite remembers the highest number it ever gave, also after rows are gone. */
function highest(sqlite: Sqlite): number {
  const [row] = sqlite.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'entries'`).all() as { seq: number }[];
  return row?.seq ?? 0;
}

const contentsOf = (sqlite: Sqlite): Contents => ({
  entries: sqlite
    .prepare(
      `SELECT sequence, kind, body, hash, answer FROM entries LEFT JOIN answers ON entry = sequence ORDER BY sequence`,
    )
    .iterate() as Contents['entries'],
  highest: highest(sqlite),
});

const rolledBack = (what: string): never =>
  refuse('ledger_rolled_back', `${what}. Restore it from a backup: it records what was spent.`);
