/** What comes of recomputing a ledger. */
import type { PrintedLoss } from '../vocabulary/index.ts';

/** An entry whose charge was looked at, and why it is listed. */
export interface Finding {
  readonly entry: number;
  readonly kind: string;
  readonly charged: PrintedLoss;
  /** By the second implementation; null where no rule allows what the entry did, or where nothing can be told. */
  readonly recomputed: PrintedLoss | null;
  readonly reason: string;
}

/** A policy that charges from this entry on follow from. */
export interface ReportedPolicy {
  readonly entry: number;
  readonly fingerprint: string;
  /** It is the one that was given to compare with. Of others nothing is known but what the ledger says. */
  readonly given: boolean;
}

/** What a second implementation of the accountant says of a ledger. */
export interface VerifiedLedger {
  readonly entries: number;
  readonly head: string;
  /** One after the other. */
  readonly policies: readonly ReportedPolicy[];
  /** Entries whose charge was recomputed. */
  readonly recomputed: number;
  /** Charged too little, or in a way that no rule allows. */
  readonly disagreements: readonly Finding[];
  /** Charged more than necessary, by more than rounding. */
  readonly remarks: readonly Finding[];
  /** Charges that the ledger does not tell enough about. */
  readonly notRecomputable: readonly Finding[];
}
