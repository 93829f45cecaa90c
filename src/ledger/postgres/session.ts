/**
 * The connection of a store that writes, one for as long as it lasts. Its session holds the lock that says that the holder is there,
 * so it must be a session of the server: a pooler that hands a connection to others between two transactions is refused.
 */
import type { Client, QueryResult } from 'pg';
import { beginDurably, connectionTo, type Pg } from '../../postgres/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { StoredEntry } from '../entry.ts';
import { type ChainHead, type ChainQuery, type HeadRow, headIn, SELECT_HEAD } from './chain.ts';
import { type ListedLock, listPresence, type PresenceLock, presenceLock, takePresence } from './presence.ts';

export interface WriterSession {
  readonly query: ChainQuery;
  /** Alone among the writers of all processes from here on, until `commit` or `rollback`. */
  begin(patienceMilliseconds: number): Promise<Begun>;
  insert(entries: readonly StoredEntry[], previous: string, answer: string | undefined): Promise<void>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  end(): Promise<void>;
  /** Ends it on the server too, where it may still hold its locks after the connection broke. */
  abandon(): Promise<void>;
}

export interface Begun {
  readonly head: ChainHead;
  readonly isRunning: (holder: string) => boolean;
}

export interface SessionPlace {
  readonly pg: Pg;
  readonly url: string;
  readonly holder: string;
  /** A statement that takes longer is given up, and its connection with it. */
  readonly answerWithinMilliseconds: number;
}

const NAME = 'sortition ledger';

/** A process that fell silent between two statements, its machine perhaps gone, holds up all others no longer. */
const IDLE_MOST_MILLISECONDS = 60_000;

export async function openSession(place: SessionPlace): Promise<WriterSession> {
  const { pg, url, holder, answerWithinMilliseconds } = place;
  const client = await connectionTo(pg, url, { name: NAME, answerWithinMilliseconds });
  try {
    const lock = presenceLock(holder);
    await client.query(takePresence(lock));
    const { rows } = await client.query<Backend>(BACKEND);
    return sessionOver(client, lock, rows[0], place);
  } catch (caught) {
    await client.end().catch(() => {});
    throw caught;
  }
}

/** Numbers of processes are used again; with its beginning one is known for good. */
interface Backend {
  readonly pid: number;
  readonly began: string;
}

const BACKEND = 'SELECT pid, backend_start::text AS began FROM pg_stat_activity WHERE pid = pg_backend_pid()';

function sessionOver(
  client: Client,
  lock: PresenceLock,
  { pid, began }: Backend,
  { pg, url }: SessionPlace,
): WriterSession {
  const query: ChainQuery = async (text, values) => (await client.query(text, values)).rows as never;
  return {
    query,
    async begin(patienceMilliseconds) {
      const results = (await client.query(beginning(patienceMilliseconds))) as unknown as QueryResult[];
      const [head, locks] = results.slice(-2).map(({ rows }) => rows) as [HeadRow[], ListedLock[]];
      if (!locks.some(({ lock: listed, own }) => own && listed === lock.listed)) pooled();
      const running = new Set(locks.map(({ lock: listed }) => listed));
      return { head: headIn(head[0]), isRunning: holder => running.has(presenceLock(holder).listed) };
    },
    insert: (entries, previous, answer) => insertEntries(query, entries, previous, answer),
    commit: async () => void (await client.query('COMMIT')),
    rollback: async () => void (await client.query('ROLLBACK')),
    end: () => client.end(),
    async abandon() {
      client.end().catch(() => {});
      const other = await connectionTo(pg, url, { name: NAME });
      try {
        await other.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
          [pid, began],
        );
      } finally {
        await other.end();
      }
    },
  };
}

/** The row is locked before the entries are read: a snapshot from before the lock would miss what others wrote meanwhile. */
const beginning = (patienceMilliseconds: number): string => `${beginDurably};
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MOST_MILLISECONDS};
  SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(patienceMilliseconds))};
  ${SELECT_HEAD} FOR UPDATE; ${listPresence}`;

export async function insertEntries(
  query: ChainQuery,
  entries: readonly StoredEntry[],
  previous: string,
  answer: string | undefined,
): Promise<void> {
  const last = entries.at(-1);
  if (last === undefined) return;
  const hashes = entries.map(({ hash }) => hash);
  await query(
    `INSERT INTO sortition_ledger.entries (sequence, previous, kind, body, hash)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    [
      entries.map(({ sequence }) => sequence),
      [previous, ...hashes.slice(0, -1)],
      entries.map(({ kind }) => kind),
      entries.map(({ body }) => body),
      hashes,
    ],
  );
  if (answer !== undefined)
    await query('INSERT INTO sortition_ledger.answers (entry, answer) VALUES ($1, $2)', [last.sequence, answer]);
  await query('UPDATE sortition_ledger.head SET entries = $1, hash = $2', [last.sequence, last.hash]);
}

/**
 * Two connections at once, one of them inside a transaction: a session answers as the same server process before and after, and not
 * as that of the other. A pooler may give one server process to both in turn, or another one to each transaction.
 */
export async function checkSessions(pg: Pg, url: string): Promise<void> {
  const connections: Client[] = [];
  try {
    for (const _ of [1, 2]) connections.push(await connectionTo(pg, url, { name: NAME }));
    const pidOf = async (client: Client): Promise<number> =>
      (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0].pid;
    const [one, other] = connections;
    for (const [outside, inside] of [
      [one, other],
      [other, one],
    ]) {
      const before = await pidOf(outside);
      await inside.query('BEGIN');
      // the only process of a pooler would keep the first one waiting
      if ((await pidOf(inside)) === before || (await pidOf(outside)) !== before) pooled();
      await inside.query('ROLLBACK');
    }
  } finally {
    await Promise.all(connections.map(client => client.end().catch(() => {})));
  }
}

const pooled = (): never =>
  refuse(
    'ledger_pooled',
    'A pooler shares the sessions of the ledger between programs, so nobody could tell who is still at work. Connect to ' +
      'PostgreSQL directly, or set the pooler to session mode.',
  );
