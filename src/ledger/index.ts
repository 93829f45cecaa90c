/** The ledger: reserve and settle over an append-only, hash-chained log. The only writer of budget state. */

export type { Recovery } from './anchor/recovery.ts';
export type { KeyStore } from './keys/key-store.ts';
export { openLedgerLate } from './late-ledger.ts';
export type {
  BudgetReport,
  Created,
  Creation,
  Decision,
  DrawnRelease,
  Hold,
  Ledger,
  LedgerPolicy,
  PastQuestion,
  Payment,
  Receipt,
  Recorded,
  ReservationRequest,
  Retired,
  State,
} from './ledger.ts';
export { leftFor, sideOf } from './limits.ts';
export {
  type LedgerOpening,
  ledgerFile,
  openingOf,
  openLedger,
  recoverLedger,
  unspentState,
} from './open-ledger.ts';
export { type ReadEntry, readLedger } from './reading.ts';
export { earlierReleases, type ReleaseRecord } from './release-record.ts';
export type { Described, SampleEntry, SampleRecord } from './sample-record.ts';
