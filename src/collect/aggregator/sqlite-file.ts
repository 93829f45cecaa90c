/** The SQLite file of one aggregator: for one process alone, and what is committed is on disk. */
import { chmodSync, realpathSync, statSync } from 'node:fs';
import { makeFile, openFile, pragma, type Sqlite, transaction } from '../../sqlite/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { outdated } from './batch-parts.ts';

/** "SorC": no other file is taken for ours. */
const applicationId = 0x536f7243;
const version = 2;

/** Batches lie as they came: one row each, so that a thousand reports cost one insertion. Pages are large because batches are. */
const definition = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${version};
  CREATE TABLE campaigns (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    campaign TEXT NOT NULL,
    agreed TEXT,
    release TEXT
  ) STRICT;
  CREATE TABLE noise_key (hash TEXT NOT NULL) STRICT;
  CREATE TABLE rounds (
    campaign INTEGER NOT NULL REFERENCES campaigns (id),
    round INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (campaign, round)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaigns (id),
    round INTEGER NOT NULL,
    labels BLOB NOT NULL,
    shares BLOB NOT NULL
  ) STRICT;
`;

export interface StoreFile {
  readonly sqlite: Sqlite;
  close(): void;
}

export function openStoreFile(name: string): StoreFile {
  const path = usable(() => onlyName(name));
  const lock = usable(() => lockOf(path));
  const sqlite = usable(() => {
    const opened = openFile(path);
    if (pragma(opened, 'page_count') === 0) define(opened);
    opened.pragma('journal_mode = WAL');
    opened.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 400');
    // carries out an erasure that a crash cut short
    erase(opened);
    return opened;
  });
  const [application, found] = [pragma(sqlite, 'application_id'), pragma(sqlite, 'user_version')];
  if (application === applicationId && found < version) outdated();
  if (!(application === applicationId && found === version))
    refuse('store_unusable', 'This file is not an aggregator store of this version. Name another file.');
  return {
    sqlite,
    close() {
      // whoever copies the file of a stopped aggregator has all of it
      erase(sqlite);
      sqlite.close();
      lock.exec('ROLLBACK');
      lock.close();
    },
  };
}

/** Whole or not at all: of a file that has a part of it nobody could say whether the rest was lost. */
function define(sqlite: Sqlite): void {
  sqlite.exec('PRAGMA page_size = 32768');
  transaction(sqlite, 'immediate', () => sqlite.exec(definition));
}

/**
 * What links lead to, so that a store has one lock and one log, by whatever name it is reached. A file that has two names of
 * its own would have two of each: two processes would count one ticket twice, and SQLite lose what they write.
 */
function onlyName(name: string): string {
  makeFile(name);
  const path = realpathSync(name);
  if (statSync(path).nlink > 1)
    refuse('store_unusable', 'The store has a second name (a hard link). Remove it, and copy files instead.');
  return path;
}

/** Held as long as the process lives: what is in memory of a store must not be changed by another process. */
function lockOf(path: string): Sqlite {
  const place = `${path}.lock`;
  makeFile(place);
  // earlier versions left it to everybody to read, and so to lock
  chmodSync(place, 0o600);
  const lock = openFile(place);
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

function usable<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    return refuse('store_unusable', 'The store cannot be opened: another process uses it, or it is not writable.');
  }
}

/** Deleted bytes are overwritten in the file; this brings it about, and empties the log of what was. */
export const erase = (sqlite: Sqlite): void => void sqlite.pragma('wal_checkpoint(TRUNCATE)');

/** This SQLite gives bytes as a bare buffer. */
export const bytesOf = (found: ArrayBuffer): Buffer => Buffer.from(found);
