/** Reads a ledger that is only to be looked at, such as a copy at an auditor's: nothing is made, migrated or written. */
import type { LedgerPlace } from '../../source/places/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { isNext, noHead, type StoredEntry } from '../entry.ts';
import { homeOf } from '../places/homes.ts';
import { answerIsKept } from '../recorded-answer.ts';
import type { Contents } from '../store.ts';

/** An entry as it was written, its place in the chain checked, and the answer that it holds the hash of. */
export type ReadEntry = StoredEntry & { readonly answer: string | null };

/** Entry by entry from one snapshot. Refuses at the first one that was edited, removed, inserted or moved. */
export async function readLedger<T>(place: LedgerPlace, read: (entries: Iterable<ReadEntry>) => T): Promise<T> {
  const home = homeOf(place, undefined);
  try {
    if (!(await home.isThere()))
      return refuse('file_unreadable', `There is no ledger at ${home.name}. Check the name and the permissions.`);
    return await home.everything(contents => read(checked(contents)));
  } finally {
    await home.close();
  }
}

function* checked({ entries, highest }: Contents): Generator<ReadEntry> {
  let [sequence, head] = [0, noHead];
  for (const entry of entries) {
    sequence += 1;
    if (!isNext(entry, sequence, head)) return damaged(`The hash chain breaks at entry ${sequence}`);
    if (!answerIsKept(entry)) return damaged(`The answer recorded with entry ${sequence} was edited or removed`);
    head = entry.hash;
    yield entry;
  }
  if (sequence !== highest) damaged(`The ledger ends at entry ${sequence}, but once had ${highest}`);
}

const damaged = (what: string): never =>
  refuse('ledger_damaged', `${what}. Compare it with another copy of the ledger.`);
