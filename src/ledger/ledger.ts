/**
 * The promise of a ledger, whatever stores it: nothing is answered before its charge is durable, and no charge is lost.
 * A question is reserved, run, and settled; a crash in between leaves it spent and resumable, never free.
 */
import type { Amount } from './amount.ts';
import type { Json } from './canonical-json.ts';

/** What limits count: the charge under the policy's kind of neighbours. */
export interface Loss {
  readonly epsilon: Amount;
  readonly delta: Amount;
}

/** What was spent on one node of the accountant's tree, for added or removed units and for replaced ones. */
export interface Spending extends Loss {
  readonly replace: Amount;
  readonly replaceDelta: Amount;
}

/** What the ledger must know of a policy. Limits of analysts and tables lie within the one budget. */
export interface LedgerPolicy {
  /** Changes whenever anything that protects people changes: unit, bounds, relation, budget. */
  readonly fingerprint: string;
  readonly budget: Loss;
  readonly analysts: ReadonlyMap<string, Limit>;
  readonly tables: ReadonlyMap<string, Limit>;
}

/** `null`: no limit of its own. */
export interface Limit {
  readonly epsilon: Amount | null;
  readonly delta: Amount | null;
}

/** Everything that makes two questions the same. */
export interface Question {
  readonly plan: Json;
  readonly epsilon: Amount | null;
  readonly delta: Amount;
  /** Fixed allowance inside a sample or part. */
  readonly inner: Amount | null;
  readonly sample: string | null;
  readonly sourceVersion: string | null;
}

export interface Request {
  readonly analyst: string;
  readonly question: Question;
  /** Protected tables that the question reads; each counts the whole charge. */
  readonly tables: readonly string[];
  /** Pay for new noise even if this question was answered before. */
  readonly fresh: boolean;
  readonly idempotencyKey: string | null;
}

/** The ledger as a price sees it, read inside the reserving transaction. */
export interface State {
  readonly entries: number;
  readonly head: string;
  readonly policy: LedgerPolicy;
  /** Of the policy, and what was granted since. */
  readonly budget: Loss;
  readonly spent: Loss;
  readonly nodes: ReadonlyMap<string, Spending>;
  readonly analysts: ReadonlyMap<string, Loss>;
  readonly tables: ReadonlyMap<string, Loss>;
}

/** What a question is charged. Pure in the state: it may be computed again. */
export interface Decision {
  readonly charge: Loss;
  /** Increments of the nodes of the accountant's tree. */
  readonly nodes: ReadonlyMap<string, Spending>;
  /** What was priced and must be applied, such as the allowance inside a sample; a resumed hold brings it back. */
  readonly detail: Json;
}

export type Decide = (state: State) => Decision;

/** Proof that an entry was written: its number, and the hash of the chain up to it. */
export interface Receipt {
  readonly entry: number;
  readonly head: string;
}

/** Permission to run one question once. Settle it or fail it: while its process lives it counts as in progress. */
export interface Hold extends Receipt {
  readonly kind: 'hold';
  /** The entry that gave this hold to its holder; whoever resumes gets another, and the older one is void. */
  readonly lease: number;
  readonly charged: Loss;
  readonly detail: Json;
  /** Paid for by an earlier attempt that was never answered. */
  readonly resumed: boolean;
  readonly remaining: Loss;
}

/** The question was answered before: here is that answer, free of charge. The receipt is that of the answer. */
export interface Recorded extends Receipt {
  readonly kind: 'recorded';
  readonly charged: Loss;
  readonly answer: Json;
  readonly remaining: Loss;
}

export type Reservation = Hold | Recorded;

export interface Ledger {
  /** Whether opening made the ledger. Say so loudly: a ledger that was there yesterday may have been removed. */
  readonly created: boolean;
  /** Charges durably or refuses. Every limit, repeat and idempotency key is checked in one transaction with the charge. */
  reserve(request: Request, decide: Decide): Promise<Reservation>;
  /** Records the answer durably. Only then may anybody see it. */
  settle(hold: Hold, answer: Json): Promise<Receipt>;
  /** The run failed: the charge stays, and the same question or key may resume it. */
  fail(hold: Hold, incident: string): Promise<Receipt>;
  grant(more: Loss, reason: string): Promise<Receipt>;
  /** Accepts the policy that the ledger was opened with in place of the one it knew. */
  acceptPolicy(reason: string): Promise<Receipt>;
  budget(): Promise<BudgetReport>;
  /** Recomputes the whole chain; with a receipt also proves that the ledger still contains it. */
  verify(receipt?: Receipt): Promise<Verification>;
  close(): Promise<void>;
}

/** Plain numbers for people and programs: spending is never rounded down, what is left never up. */
export interface BudgetReport {
  readonly budget: PrintedLoss;
  readonly spent: PrintedLoss;
  readonly remaining: PrintedLoss;
  readonly byAnalyst: readonly ({ readonly analyst: string } & Share)[];
  readonly byTable: readonly ({ readonly table: string } & Share)[];
  readonly samples: readonly never[];
  readonly entries: number;
  readonly head: string;
}

export interface PrintedLoss {
  readonly epsilon: number;
  readonly delta: number;
}

/** `limit`: `null` where only the budget itself limits. */
export interface Share {
  readonly spent: PrintedLoss;
  readonly limit: { readonly epsilon: number | null; readonly delta: number | null };
}

export type Verification =
  | { readonly verified: true; readonly entries: number; readonly head: string }
  | { readonly verified: false; readonly problem: string };
