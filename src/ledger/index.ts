/** The ledger: reserve and settle over an append-only, hash-chained log. The only writer of budget state. */

export { openLedgerLate } from './late-ledger.ts';
export type {
  BudgetReport,
  Created,
  Creation,
  Decision,
  DrawnRelease,
  Hold,
  Ledger,
  PastQuestion,
  Payment,
  Receipt,
  Recorded,
  ReservationRequest,
  State,
} from './ledger.ts';
export { leftFor, sideOf } from './limits.ts';
export {
  type LedgerOpening,
  openingOf,
  openLedger,
  recoverLedger,
  unspentState,
} from './open-ledger.ts';
export { earlierReleases, type ReleaseRecord } from './release-record.ts';
export type { SampleRecord } from './sample-record.ts';
