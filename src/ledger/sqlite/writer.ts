/** The one connection of a store that writes. It may be in another thread than the store: what it is told and says is plain data. */
import { orRolledBack, type Sqlite } from '../../sqlite/index.ts';
import { noHead, type StoredEntry } from '../entry.ts';
import { movedAway } from '../places/moved-place.ts';
import { type Connection, connect } from './connection.ts';
import { movedTo, prepare } from './schema.ts';

/** Of a chain; nothing was written where `sequence` is 0. */
export type LastEntry = Pick<StoredEntry, 'sequence' | 'hash'>;

/** What is written in one transaction: the answer belongs to the last entry. */
export interface Writing {
  readonly entries: readonly StoredEntry[];
  readonly answer?: string;
}

/** One call at a time. */
export interface Writer {
  /** Alone among the writers of all processes from here on, until `commit` or `rollback`. */
  begin(): Promise<LastEntry>;
  /** All of it and on disk, or nothing; the transaction is over either way. */
  commit(writing: Writing): Promise<void>;
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the tables of a new file. */
export async function openWriter(path: string, patienceMilliseconds: number): Promise<Writer> {
  const connection = await connect(path, patienceMilliseconds);
  try {
    await prepare(connection, path);
  } catch (caught) {
    connection.close();
    throw caught;
  }
  return writerOver(connection);
}

const writerOver = (connection: Connection): Writer => ({
  begin: () =>
    connection.alone(sqlite => {
      sqlite.exec('BEGIN immediate');
      return orRolledBack(sqlite, () => {
        const place = movedTo(sqlite);
        if (place !== null) movedAway(place);
        return lastEntry(sqlite);
      });
    }),
  commit: async writing =>
    connection.once(sqlite =>
      orRolledBack(sqlite, () => {
        write(sqlite, writing);
        sqlite.exec('COMMIT');
      }),
    ),
  rollback: async () => connection.once(sqlite => void sqlite.exec('ROLLBACK')),
  close: async () => connection.close(),
});

const lastEntry = (sqlite: Sqlite): LastEntry =>
  (sqlite.prepare('SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1').all() as LastEntry[])[0] ?? {
    sequence: 0,
    hash: noHead,
  };

export function write(sqlite: Sqlite, { entries, answer }: Writing): void {
  const insert = sqlite.prepare('INSERT INTO entries (sequence, kind, body, hash) VALUES (?, ?, ?, ?)');
  for (const { sequence, kind, body, hash } of entries) insert.run(sequence, kind, body, hash);
  const last = entries.at(-1);
  if (answer !== undefined && last !== undefined)
    sqlite.prepare('INSERT INTO answers (entry, answer) VALUES (?, ?)').run(last.sequence, answer);
}
