/**
 * Who is still at work. Each open ledger holds the lock of a small file of its own beside the ledger; the operating
 * system releases it when the process ends, however it ends. So no clock, no process number that may be given to
 * another, no heartbeat that a busy process misses; and containers that share only the disk see each other.
 * A wrong guess could cost a repeated run, never a second answer: the ledger accepts only the last holder's.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makeFile, openFile } from '../../sqlite/index.ts';

export interface Presence {
  readonly holder: string;
  isRunning(holder: string): boolean;
  end(): void;
}

/** Begun and asked only inside the ledger's write transaction: nobody sees a file that is made but not yet locked. */
export function beginPresence(ledger: string): Presence {
  const fileOf = (holder: string): string => `${ledger}.holder-${holder}`;
  const isRunning = (holder: string): boolean => isLocked(fileOf(holder));
  for (const holder of holdersOf(ledger)) isRunning(holder);
  const holder = randomUUID();
  makeFile(fileOf(holder));
  const lock = openFile(fileOf(holder));
  lock.exec('BEGIN EXCLUSIVE');
  return {
    holder,
    isRunning,
    end() {
      lock.exec('ROLLBACK');
      lock.close();
      rmSync(fileOf(holder), { force: true });
    },
  };
}

function holdersOf(ledger: string): string[] {
  const prefix = `${basename(ledger)}.holder-`;
  const names = readdirSync(dirname(ledger)).filter(name => name.startsWith(prefix) && !name.endsWith('-journal'));
  return names.map(name => name.slice(prefix.length));
}

/** A file that nobody locks belongs to nobody any more: names are never used twice, so it goes. */
function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const probe = openFile(path);
  try {
    probe.exec('BEGIN EXCLUSIVE');
    probe.exec('ROLLBACK');
    rmSync(path, { force: true });
    return false;
  } catch {
    return true;
  } finally {
    probe.close();
  }
}
