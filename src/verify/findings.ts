/** What comes of recomputing a ledger. */
import type { PrintedLoss } from '../vocabulary/index.ts';

/** An entry whose charge was checked, and why it is listed. */
export interface Finding {
  readonly entry: number;
  readonly kind: string;
  readonly charged: PrintedLoss;
  /** By the second implementation; null if no rule allows what the entry did, or if it cannot be recomputed. */
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

/** The result of recomputing a ledger with the second implementation. */
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
