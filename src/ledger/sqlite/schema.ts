/** The tables of a ledger file. Entries are never rewritten: not by us, and not by a slip of somebody's hand. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { makeFile, pragma, type Sqlite } from '../../sqlite/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { movedAway } from '../places/moved-place.ts';
import { sync } from '../synced-file.ts';
import type { Connection } from './connection.ts';

/** Brings a file from one version to the next. Never touches an entry. */
export type Migration = (sqlite: Sqlite) => void;

/**
 * The first one brings version 1 to 2, and so on. Later versions have the same tables, but entries that a program of an earlier
 * one does not know, so that program must be kept out: samples since 2, states of the data since 3, policies' texts since 4.
 */
const migrations: readonly Migration[] = [() => {}, () => {}, () => {}];

/** "Sort", so that no other SQLite file is taken for a ledger. */
const applicationId = 0x536f7274;

const tables = ['entries', 'answers'] as const;

const definition = `
  CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE TABLE answers (
    entry INTEGER PRIMARY KEY REFERENCES entries (sequence),
    answer TEXT NOT NULL
  ) STRICT;
  ${tables.flatMap(table => ['UPDATE', 'DELETE'].map(verb => forbid(verb, table))).join('\n')}
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = 1;
`;

function forbid(verb: string, table: string): string {
  return `CREATE TRIGGER no_${verb.toLowerCase()}_of_${table} BEFORE ${verb} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'a ledger only grows'); END;`;
}

/** Makes the tables of a new file, brings an older one up to date after a copy, refuses a newer one. */
export async function prepare(connection: Connection, path: string, steps = migrations): Promise<void> {
  const newest = steps.length + 1;
  const before = await connection.transact('immediate', sqlite => {
    if (isNew(sqlite)) {
      checkNotAwaited(path);
      sqlite.exec(definition);
      for (const step of steps) step(sqlite);
      sqlite.exec(`PRAGMA user_version = ${newest}`);
    }
    return versionOf(sqlite, newest);
  });
  if (before === MOVED) movedAway(connection.once(movedTo) ?? '');
  if (before === newest) return;
  const copied = `${path}.version-${before}`;
  const unnamed = `${copied}.new-${randomUUID()}`;
  try {
    await connection.alone(sqlite => copy(sqlite, unnamed));
    await sync(unnamed);
    await connection.transact('immediate', sqlite => {
      // whoever was first has named its copy, and ours may already be of the new version
      if (versionOf(sqlite, newest) !== before) return;
      renameSync(unnamed, copied);
      for (const step of steps.slice(before - 1)) step(sqlite);
      sqlite.exec(`PRAGMA user_version = ${newest}`);
    });
  } finally {
    rmSync(unnamed, { force: true });
  }
}

/** "Movd", instead of a version: programs that do not know it keep away. */
const MOVED = 0x4d6f7664;

/** Where the ledger went that lay here, as it was written down. */
export const movedTo = (sqlite: Sqlite): string | null =>
  pragma(sqlite, 'user_version') === MOVED
    ? (sqlite.prepare('SELECT place FROM moved').get() as { readonly place: string }).place
    : null;

/** The trigger stops programs that have the file open, and know nothing of this. */
export function leaveFor(sqlite: Sqlite, place: string): void {
  sqlite.exec(`CREATE TABLE moved (place TEXT NOT NULL) STRICT;
    CREATE TRIGGER no_more_entries BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'this ledger was moved'); END;
    PRAGMA user_version = ${MOVED}`);
  sqlite.prepare('INSERT INTO moved (place) VALUES (?)').run(place);
}

/** Beside a file that is not there yet: which ledger is on its way. */
export const awaitedAt = (path: string): string => `${path}.arriving`;

export function checkNotAwaited(path: string): void {
  const awaited = awaitedAt(path);
  if (existsSync(awaited)) movedAway(readFileSync(awaited, 'utf8'));
}

/** Refuses what is no ledger, and one of a version to come; one that was moved may be looked at. */
export const checkVersion = (sqlite: Sqlite): void => void versionOf(sqlite, migrations.length + 1);

function versionOf(sqlite: Sqlite, newest: number): number {
  if (pragma(sqlite, 'application_id') !== applicationId) {
    return refuse('ledger_damaged', 'This file is a SQLite database but not a ledger. Name another file.');
  }
  const version = pragma(sqlite, 'user_version');
  if (version === MOVED) return version;
  if (version >= 1 && version <= newest) return version;
  return refuse(
    'ledger_newer',
    `The ledger has schema version ${version}; this program supports up to ${newest}. Use a newer version of Sortition.`,
  );
}

function isNew(sqlite: Sqlite): boolean {
  const [{ count }] = sqlite.prepare('SELECT count(*) AS count FROM sqlite_schema').all() as [{ count: number }];
  return count === 0 && pragma(sqlite, 'application_id') === 0;
}

/** SQLite copies into an empty file, which is made beforehand so that only its owner can read it. */
function copy(sqlite: Sqlite, path: string): void {
  makeFile(path);
  sqlite.prepare('VACUUM INTO ?').run(path);
}
