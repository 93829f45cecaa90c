/**
 * The promise of a ledger, whatever stores it: nothing is answered before its charge is durable, and no charge is lost.
 * A question is reserved, run, and settled; a crash in between leaves it spent and resumable, never free.
 */
import type { NodeState, TreeState } from '../accounting/tree/index.ts';
import type { Amount, CountedLoss, ExactLoss, LossLimit } from '../amounts/index.ts';
import type { Json } from '../json/index.ts';
import type { Announced } from '../source/index.ts';
import type { LossOf, PrintedLoss, PrivacyLoss } from '../vocabulary/index.ts';
import type { KeyStore } from './keys/sample-key.ts';
import type { NewRelease, ReleaseRecord } from './release-record.ts';
import type { SampleEntry, SampleRecord } from './sample-record.ts';

/** What the ledger must know of a policy. Limits of analysts and tables lie within the one budget. */
export interface LedgerPolicy {
  /** Changes whenever anything that protects people changes: unit, bounds, relation, budget. */
  readonly fingerprint: string;
  readonly budget: ExactLoss;
  /** Of a concentrated budget, which counts rho too: the part of its delta that mechanisms may fail with by themselves. */
  readonly failing?: Amount | undefined;
  readonly analysts: ReadonlyMap<string, LossLimit>;
  readonly tables: ReadonlyMap<string, LossLimit>;
  /** Who is protected in each table, and from which change; undefined where an old ledger does not say. */
  readonly units?: ReadonlyMap<string, string> | undefined;
  /** What the fingerprint is of, so that charges can be recomputed; undefined where an old ledger does not say. */
  readonly text?: string | undefined;
}

/** Everything that makes two questions the same. */
export interface QuestionIdentity {
  readonly plan: Json;
  /** The most that it may be charged. */
  readonly limit: LossLimit;
  /** Instead of an epsilon, under a concentrated budget. */
  readonly rho?: Amount | undefined;
  /** Fixed allowance inside a sample or part. */
  readonly inner: Amount | null;
  readonly sample: string | null;
  readonly sourceVersion: string | null;
  /** Of the data that it asks: an answer is repeated for the same state alone. Null where there are no data that change. */
  readonly state: string | null;
}

export interface ReservationRequest {
  readonly analyst: string;
  readonly question: QuestionIdentity;
  /** Protected tables that the question reads; each counts the whole charge. */
  readonly tables: readonly string[];
  /** Pay for new noise even if this question was answered before. */
  readonly fresh: boolean;
  readonly idempotencyKey: string | null;
  /** What was charged and never answered may be answered of whatever state the data are in by now. */
  readonly anyState: boolean;
}

/** The ledger as a price sees it, read inside the reserving transaction. */
export interface State {
  readonly entries: number;
  readonly head: string;
  readonly policy: LedgerPolicy;
  /** Of the policy, and what was granted since. */
  readonly budget: ExactLoss;
  readonly spent: CountedLoss;
  readonly nodes: TreeState;
  readonly analysts: ReadonlyMap<string, CountedLoss>;
  readonly tables: ReadonlyMap<string, CountedLoss>;
  /** By public name, the last one that bore it; retired ones stay known. */
  readonly samples: ReadonlyMap<string, SampleRecord>;
  /** By node: nothing is asked there any more, and keys and copies are to be gone. */
  readonly retired: ReadonlyMap<string, SampleRecord>;
  /** Public numbers of units: by table, then by state of the data. */
  readonly sizes: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Samples that were drawn to be published, by their entry. */
  readonly releases: ReadonlyMap<number, ReleaseRecord>;
}

/** What is charged, with the increments of the nodes of the accountant's tree. */
export interface Payment {
  /** Under the policy's kind of neighbours: what limits count, with its rho where the budget is concentrated. */
  readonly charge: CountedLoss;
  readonly nodes: ReadonlyMap<string, NodeState>;
}

/** What a question is charged. Pure in the state: it may be computed again. */
export interface Decision extends Payment {
  /** Samples that the question draws and names; what their caps cost is part of the charge. */
  readonly creates: readonly SampleEntry[];
  /** What was priced and must be applied, such as the allowance inside a sample; a resumed hold brings it back. */
  readonly detail: Json;
}

export type Decide = (state: State) => Decision;

/** Who makes a sample, and the protected tables that it is of: each counts what its cap costs. */
export type CreateRequest = Pick<ReservationRequest, 'analyst' | 'tables'>;

/** A sample to be made without a question, and what its cap costs. Pure in the state: it may be computed again. */
export interface Creation extends Payment {
  readonly sample: SampleEntry;
  /** Draws that it is made of and that are new too, from the base outwards: they cost nothing by themselves. */
  readonly below: readonly SampleEntry[];
}

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
  readonly charged: CountedLoss;
  readonly detail: Json;
  /** Paid for by an earlier attempt that was never answered. */
  readonly resumed: boolean;
  readonly remaining: CountedLoss;
}

/** The question was answered before: here is that answer, free of charge. The receipt is that of the answer. */
export interface Recorded extends Receipt {
  readonly kind: 'recorded';
  readonly charged: CountedLoss;
  readonly answer: Json;
  readonly remaining: CountedLoss;
}

export type Reservation = Hold | Recorded;

/** The receipt is that of the sample's own entry. */
export interface Created extends Receipt {
  readonly sample: SampleRecord;
  /** Somebody made the same sample before: that one stands, and nothing was charged now. */
  readonly existed: boolean;
  readonly charged: CountedLoss;
  readonly remaining: CountedLoss;
}

/** Permission to draw once, and what was drawn of the same table before. */
export interface DrawnRelease extends Receipt {
  readonly at: string;
  readonly earlier: readonly ReleaseRecord[];
  readonly remaining: CountedLoss;
}

/** How many units a table has in one state of the data. */
export interface PublicSize {
  readonly table: string;
  /** Of the source, for people to read. */
  readonly version: string | null;
  readonly state: string;
  readonly units: number;
}

export interface Retired extends Receipt {
  readonly sample: SampleRecord;
}

export interface Ledger {
  /** Whether opening made the ledger. Say so loudly: a ledger that was there yesterday may have been removed. */
  readonly created: boolean;
  /** The secrets of its samples. */
  readonly keys: KeyStore;
  /**
   * Charges durably or refuses. Every limit, repeat and idempotency key is checked in one transaction with the charge. Where it depends
   * on the state which question it is, such as of which draw of a name, that is found out there too.
   */
  reserve(request: ReservationRequest | ((state: State) => ReservationRequest), decide: Decide): Promise<Reservation>;
  /**
   * The recorded answer of a question that was answered before: free, and written nowhere. Undefined: reserve it. Which question it is
   * may depend on the state, as it is by now; one that cannot have been asked yet is none.
   */
  repeated(
    request: ReservationRequest | ((state: State) => ReservationRequest | undefined),
  ): Promise<Recorded | undefined>;
  /** Records the answer durably. Only then may anybody see it. */
  settle(hold: Hold, answer: Json): Promise<Receipt>;
  /** The run failed: the charge stays, and the same question or key may resume it. */
  fail(hold: Hold, incident: string): Promise<Receipt>;
  /** The answer was lost by a fault that its noise may have caused: the charge stays, and whoever asks again pays again. */
  lose(hold: Hold, incident: string): Promise<Receipt>;
  grant(more: ExactLoss, reason: string): Promise<Receipt>;
  /** Accepts the policy that the ledger was opened with in place of the one it knew. */
  acceptPolicy(reason: string): Promise<Receipt>;
  /** Makes a named sample or split, and charges for its cap at once. Of all who make the same, the first one draws. */
  createSample(request: CreateRequest, decide: (state: State) => Creation): Promise<Created>;
  /** Nobody asks it any more; its name is free for another draw. Erase its key and copies afterwards: again is harmless. */
  retireSample(name: string, reason: string): Promise<Retired>;
  /** Records a public number of units. The first one stands; another for the same state is refused. */
  recordSize(size: PublicSize): Promise<void>;
  /** Says which version the data of a database are in. One that was followed by another is refused: it is of the past. */
  announce(announced: Announced): Promise<void>;
  /** A sample is about to be drawn and published: it counts from here on, whatever becomes of the file. */
  drawRelease(request: CreateRequest, release: NewRelease & Payment): Promise<DrawnRelease>;
  /** The file of a draw is whole, and has this hash. */
  finishRelease(draw: Receipt, output: string): Promise<Receipt>;
  /** As this process saw it last, for forecasts: nothing may be charged by it. */
  state(): State;
  /** As it is by now, whoever wrote meanwhile. Where there is no ledger yet, none is made for it. */
  current(): Promise<State>;
  budget(): Promise<BudgetReport>;
  /** The last questions, newest first: of one analyst, or of everybody. */
  history(analyst: string | null, limits: HistoryLimits): Promise<readonly PastQuestion[]>;
  /** Recomputes the whole chain; with a receipt also proves that the ledger still contains it. */
  verify(receipt?: Receipt): Promise<Verification>;
  close(): Promise<void>;
}

/** Plain numbers for people and programs: spending is never rounded down, what is left never up. */
export interface BudgetReport {
  readonly budget: PrintedLoss;
  readonly spent: PrintedLoss;
  readonly remaining: PrintedLoss;
  readonly byAnalyst: readonly ({ readonly analyst: string } & SpentShare)[];
  readonly byTable: readonly ({ readonly table: string } & SpentShare)[];
  readonly samples: readonly PrintedSample[];
  readonly entries: number;
  readonly head: string;
}

/** How much of the past is told at once; the newest question always is. */
export interface HistoryLimits {
  readonly questions: number;
  /** Of questions and answers as they were written down. */
  readonly characters: number;
}

export interface PastQuestion {
  readonly entry: number;
  readonly at: string;
  readonly analyst: string;
  readonly tables: readonly string[];
  /** As it was reserved: plan, limits, sample. */
  readonly question: Json;
  readonly charged: PrintedLoss;
  /** Null while it runs, and where it failed. */
  readonly answer: Json | null;
}

export interface PrintedSample {
  readonly name: string;
  readonly scheme: string;
  /** `null` where the scheme has none. */
  readonly rate: number | null;
  /** Inside the sample, which is more than its table was charged; of a split, on the part that spent most. */
  readonly spent: PrivacyLoss;
  readonly retired: boolean;
}

/** `limit`: `null` where only the budget itself limits. */
export interface SpentShare {
  readonly spent: PrintedLoss;
  readonly limit: LossOf<number | null>;
}

export type Verification =
  | { readonly verified: true; readonly entries: number; readonly head: string }
  | { readonly verified: false; readonly problem: string };
