/** Opens the ledger of a policy, and makes it if it is not there. */
import { ledgerFile } from './address.ts';
import { chainedLedger } from './chained-ledger.ts';
import type { Ledger, LedgerPolicy } from './ledger.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

export interface Opening {
  /** `sqlite:FILE` */
  readonly address: string;
  /** The folder of the policy file. */
  readonly folder: string;
  readonly policy: LedgerPolicy;
  readonly clock: () => Date;
  /** How long to wait for other writers before refusing with `ledger_locked`. */
  readonly patienceMilliseconds?: number;
}

export async function openLedger(opening: Opening): Promise<Ledger> {
  const { address, folder, policy, clock, patienceMilliseconds = 10_000 } = opening;
  const store = await openSqliteStore(ledgerFile(address, folder), patienceMilliseconds);
  try {
    return await chainedLedger(store, { policy, clock });
  } catch (caught) {
    await store.close();
    throw caught;
  }
}
