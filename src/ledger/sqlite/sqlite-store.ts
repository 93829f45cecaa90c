/** A chain in a SQLite file. Every step is one immediate transaction: the writers of all processes go one by one. */
import { type BigIntStats, statSync } from 'node:fs';
import { makeFile, type Sqlite } from '../../sqlite/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { type Book, emptyBook } from '../book.ts';
import type { StoredEntry } from '../entry.ts';
import { nextEntries } from '../next-entries.ts';
import { post } from '../posting.ts';
import type { Contents, Store, StoreOptions } from '../store.ts';
import { lostEntries } from '../unavailable.ts';
import { openWaitingLine, type WaitingLine } from '../waiting-line.ts';
import { type Connection, connectToRead } from './connection.ts';
import { beginPresence, type Presence } from './presence.ts';
import { checkVersion } from './schema.ts';
import { openWriter, type Writer } from './writer.ts';
import { openWriterApart } from './writer-apart.ts';

export async function openSqliteStore(path: string, { patienceMilliseconds, apart }: StoreOptions): Promise<Store> {
  make(path);
  const writer = await (apart ? openWriterApart : openWriter)(path, patienceMilliseconds);
  try {
    const reader = await connectToRead(path, patienceMilliseconds);
    try {
      const presence = await presenceAt(path, writer);
      const line = openWaitingLine(patienceMilliseconds, () => performance.now());
      return storeOver(path, { reader, writer, presence, line });
    } catch (caught) {
      reader.close();
      throw caught;
    }
  } catch (caught) {
    await writer.close();
    throw caught;
  }
}

/** To look at, whoever else is at work there: every change of the file is refused. */
export async function everythingIn<T>(path: string, read: (contents: Contents) => T): Promise<T> {
  const connection = await connectToRead(path);
  try {
    await connection.alone(checkVersion);
    return await connection.transact('deferred', sqlite => read(contentsOf(sqlite)));
  } finally {
    connection.close();
  }
}

interface StoreParts {
  readonly reader: Connection;
  readonly writer: Writer;
  readonly presence: Presence;
  readonly line: WaitingLine;
}

async function presenceAt(path: string, writer: Writer): Promise<Presence> {
  await writer.begin();
  try {
    return beginPresence(path);
  } finally {
    await writer.rollback();
  }
}

/** What the reader shows is on disk: the writers of all processes commit so. */
function storeOver(path: string, { reader, writer, presence, line }: StoreParts): Store {
  const opened = identityOf(path);
  const book = emptyBook();
  const upToDate = (sqlite: Sqlite): Book => {
    if (identityOf(path) !== opened) lostEntries('The ledger file was removed or replaced while it was in use');
    catchUp(sqlite, book);
    return book;
  };
  const taken = async <T>(take: Parameters<typeof store.step<T>>[0]) => {
    const last = await writer.begin();
    try {
      const step = await reader.transact('deferred', sqlite => {
        // nobody else writes meanwhile: another end is of another file
        if (upToDate(sqlite).head !== last.hash) lostEntries('The ledger file was replaced while it was opened');
        return take(book, presence.isRunning);
      });
      await step.first?.();
      return { step, entries: nextEntries(book, step) };
    } catch (caught) {
      await writer.rollback();
      throw caught;
    }
  };
  const store: Store = {
    holder: presence.holder,
    step: take =>
      line.wait(async () => {
        const { step, entries } = await taken(take);
        await writer.commit({ entries, ...(step.answer !== undefined && { answer: step.answer }) });
        // whoever looked meanwhile may have seen them already
        for (const entry of entries) if (entry.sequence > book.entries) post(book, entry);
        return step.result(entries, book);
      }),
    look: read => reader.transact('deferred', sqlite => read(upToDate(sqlite))),
    seen: () => book,
    entry: sequence => reader.transact('deferred', sqlite => entryAt(sqlite, sequence)),
    answer: entry => reader.transact('deferred', sqlite => answerOf(sqlite, entry)),
    everything: read => reader.transact('deferred', sqlite => read(contentsOf(sqlite))),
    close: () =>
      line.end(async () => {
        presence.end();
        reader.close();
        // the last to close a file brings the log into it: not here, if the writer is elsewhere
        await writer.close();
      }),
  };
  return store;
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
  if (book.entries > 0 && last?.hash !== book.head) lostEntries('The ledger lost entries while it was in use');
  for (const entry of entriesFrom(sqlite, book.entries + 1)) post(book, entry);
  if (highest(sqlite) !== book.entries) lostEntries('The last entries of the ledger were removed');
}

const entryAt = (sqlite: Sqlite, sequence: number): StoredEntry | undefined =>
  sqlite.prepare('SELECT sequence, kind, body, hash FROM entries WHERE sequence = ?').get(sequence) as
    | StoredEntry
    | undefined;

const entriesFrom = (sqlite: Sqlite, sequence: number): Iterable<StoredEntry> =>
  sqlite
    .prepare('SELECT sequence, kind, body, hash FROM entries WHERE sequence >= ? ORDER BY sequence')
    .iterate(sequence) as Iterable<StoredEntry>;

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
