/** A file that a ledger leaves for another place, or arrives in. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFile } from '../../sqlite/index.ts';
import { invariant, refuse } from '../../vocabulary/index.ts';
import {
  type ExpectedLedger,
  expectedText,
  isExpected,
  isLeft,
  type MovedPlace,
  movedText,
  notEmpty,
} from '../places/moved-place.ts';
import type { Contents } from '../store.ts';
import { sync, withSyncedFile } from '../synced-file.ts';
import { type Connection, connect, connectToRead } from './connection.ts';
import { awaitedAt, checkVersion, leaveFor, movedTo, prepare } from './schema.ts';
import { write } from './writer.ts';

const PATIENCE_MILLISECONDS = 10_000;

async function connected<T>(opened: Promise<Connection>, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await opened;
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** Whoever reaches the folder by another name finds the same file. */
export const fileIdentity = (path: string): string => {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return unwritable();
  }
};

const unwritable = (): never =>
  refuse('ledger_unwritable', 'The ledger cannot be written. Check its disk, folder and permissions.');

/** Brings it up to date first: what arrives elsewhere is of the newest version. */
export const leave = (path: string, place: MovedPlace): Promise<void> =>
  connected(connect(path, PATIENCE_MILLISECONDS), async connection => {
    await connection.alone(checkVersion);
    if (!isLeft(connection.once(movedTo), place)) await prepare(connection, path);
    await connection.transact('immediate', sqlite => {
      if (!isLeft(movedTo(sqlite), place)) leaveFor(sqlite, movedText(place));
    });
  });

export const isLeftFor = (path: string, place: MovedPlace): Promise<boolean> =>
  connected(connectToRead(path), connection => connection.alone(sqlite => isLeft(movedTo(sqlite), place)));

/** Announced first and looked for afterwards, for whoever makes a file looks for the announcement afterwards. */
export async function expectAt(path: string, ledger: ExpectedLedger): Promise<void> {
  const awaited = awaitedAt(path);
  if (existsSync(path) || (existsSync(awaited) && !isExpected(readFileSync(awaited, 'utf8'), ledger))) notEmpty();
  const unnamed = `${awaited}.new-${randomUUID()}`;
  try {
    await withSyncedFile(unnamed, 'wx', file => void writeSync(file, expectedText(ledger)));
    renameSync(unnamed, awaited);
    await sync(dirname(path));
  } catch {
    rmSync(unnamed, { force: true });
    unwritable();
  }
  if (!existsSync(path)) return;
  rmSync(awaited, { force: true });
  notEmpty();
}

/** The file gets its name when all of it is on disk, unless somebody else has that name by then. */
export async function receive(path: string, { entries }: Contents): Promise<void> {
  if (existsSync(path)) notEmpty();
  const unnamed = `${path}.new-${randomUUID()}`;
  try {
    makeFile(unnamed);
    await connected(connect(unnamed, 0), async connection => {
      await prepare(connection, unnamed);
      await connection.transact('immediate', sqlite => {
        for (const { answer, ...entry } of entries)
          write(sqlite, { entries: [entry], ...(answer !== null && { answer }) });
      });
      // all of it into the file itself: the log beside it would not follow it to its name
      connection.once(sqlite => {
        const [{ journal_mode: mode }] = sqlite.pragma('journal_mode = DELETE') as [{ journal_mode: string }];
        invariant(mode === 'delete', 'nobody else has the file open');
      });
    });
    await sync(unnamed);
    linkSync(unnamed, path);
    await sync(dirname(path));
    rmSync(awaitedAt(path), { force: true });
  } catch (thrown) {
    if (existsSync(path)) notEmpty();
    // what the operating system says may hold paths
    if (thrown instanceof Error && 'errno' in thrown) unwritable();
    throw thrown;
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(unnamed + end, { force: true });
  }
}
