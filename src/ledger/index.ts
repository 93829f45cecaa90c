/** The ledger: reserve and settle over an append-only, hash-chained log. The only writer of budget state. */

export { ledgerFile } from './address.ts';
export type { Recovery } from './anchor/recovery.ts';
export type { Json } from './canonical-json.ts';
export type { KeyStore, PreparedKey } from './keys/key-store.ts';
export { openLedgerLate } from './late-ledger.ts';
export type {
  BudgetReport,
  Created,
  CreateRequest,
  Creation,
  Decision,
  DrawnRelease,
  Hold,
  Ledger,
  LedgerPolicy,
  PastQuestion,
  Payment,
  PrintedSample,
  PublicSize,
  QuestionIdentity,
  Receipt,
  Recorded,
  Reservation,
  ReservationRequest,
  Retired,
  State,
} from './ledger.ts';
export { leftFor } from './limits.ts';
export { type LedgerOpening, openLedger } from './open-ledger.ts';
export { openingOf } from './policy-opening.ts';
export { type ReadEntry, readLedger } from './reading.ts';
export { recoverLedger } from './recover-ledger.ts';
export { earlierReleases, type NewRelease, type ReleaseRecord } from './release-record.ts';
export type { Described, SampleEntry, SampleRecord } from './sample-record.ts';
