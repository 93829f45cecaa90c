/** Opens the ledger of a policy, and makes it if it is not there. */
import { ledgerFile } from './address.ts';
import { chainedLedger } from './chained-ledger.ts';
import { openKeyStore } from './keys/key-store.ts';
import type { Ledger, LedgerPolicy } from './ledger.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

export interface Opening {
  /** `sqlite:FILE` */
  readonly address: string;
  /** The folder of the policy file. */
  readonly folder: string;
  readonly policy: LedgerPolicy;
  readonly clock: () => Date;
  /** Wraps the keys of samples; absolute. */
  readonly keyFile?: string | undefined;
  /** How long to wait for other writers before refusing with `ledger_locked`. */
  readonly patienceMilliseconds?: number;
}

export async function openLedger(opening: Opening): Promise<Ledger> {
  const { address, folder, policy, clock, keyFile, patienceMilliseconds = 10_000 } = opening;
  const path = ledgerFile(address, folder);
  const store = await openSqliteStore(path, patienceMilliseconds);
  try {
    return await chainedLedger(store, { policy, clock, keys: openKeyStore(`${path}.keys`, keyFile) });
  } catch (caught) {
    await store.close();
    throw caught;
  }
}
