/** Opens the ledger of a policy, and makes it if it is not there. */
import { existsSync } from 'node:fs';
import { ledgerFile } from './address.ts';
import { anchorFile } from './anchor/anchor-file.ts';
import { anchoredStore, rolledBack } from './anchor/anchored-store.ts';
import { chainedLedger } from './chained-ledger.ts';
import { eraseRetired } from './keys/erased-keys.ts';
import { openKeyStore } from './keys/key-store.ts';
import type { Ledger, LedgerPolicy } from './ledger.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

export interface LedgerOpening {
  /** `sqlite:FILE` */
  readonly address: string;
  /** The folder of the policy file. */
  readonly folder: string;
  readonly policy: LedgerPolicy;
  readonly clock: () => Date;
  /** A file on another disk that remembers the last head; absolute. */
  readonly anchor?: string | undefined;
  /** Wraps the keys of samples; absolute. */
  readonly keyFile?: string | undefined;
  /** How long to wait for other writers before refusing with `ledger_locked`. */
  readonly patienceMilliseconds?: number;
}

export async function openLedger(opening: LedgerOpening): Promise<Ledger> {
  const { policy, clock, keyFile, patienceMilliseconds = 10_000 } = opening;
  const path = ledgerFile(opening.address, opening.folder);
  const anchor = opening.anchor === undefined ? undefined : anchorFile(opening.anchor);
  // an empty ledger that is made now would only hide that the old one is gone
  if (anchor?.last() !== undefined && !existsSync(path)) rolledBack();
  const store = await openSqliteStore(path, patienceMilliseconds);
  const kept = anchor === undefined ? store : anchoredStore(store, anchor, clock);
  const keys = openKeyStore(`${path}.keys`, keyFile);
  try {
    const ledger = await chainedLedger(kept, { policy, clock, keys });
    eraseRetired(ledger);
    return ledger;
  } catch (caught) {
    await store.close();
    throw caught;
  }
}
