/**
 * Who is still at work, as a server knows it: each open ledger holds an advisory lock of its session, which the server releases when
 * the session ends, however it ends. The lock is shared, so that a holder whose connection broke may take it again before the server
 * has noticed that. A wrong guess could cost a repeated run, never a second answer: the ledger accepts only the last holder's.
 */
import { createHash } from 'node:crypto';

/** A lock is known by 64 bits: of two holders that share them, each would be thought to run as long as the other does. */
export interface PresenceLock {
  /** As the server takes it. */
  readonly key: string;
  /** As the server lists it. */
  readonly listed: string;
}

export function presenceLock(holder: string): PresenceLock {
  const hash = createHash('sha256').update(`sortition holder ${holder}`).digest();
  return { key: String(hash.readBigInt64BE(0)), listed: `${hash.readUInt32BE(0)}:${hash.readUInt32BE(4)}` };
}

export const takePresence = ({ key }: PresenceLock): string => `SELECT pg_advisory_lock_shared(${key})`;

/** Which locks of this kind are held in this database; `own` by this very session. */
export const listPresence = `
  SELECT classid || ':' || objid AS lock, pid = pg_backend_pid() AS own FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

export interface ListedLock {
  readonly lock: string;
  readonly own: boolean;
}
