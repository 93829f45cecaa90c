/**
 * What an aggregator keeps, wherever it keeps it: shares, never answers. Whatever a call acknowledged is on disk.
 * A round takes reports while it is open, and is closed once; a campaign is released once, and its shares are then erased.
 */
import type { Campaign } from '../protocol/index.ts';

export type RoundState = 'waiting' | 'open' | 'closed';

/** Reports of one request: their labels one after the other, then their shares. */
export interface Batch {
  readonly labels: Buffer;
  readonly shares: Buffer;
}

/** `known`: the same report came before. `differs`: another report came under this ticket, and that one stands. */
export type ReportOutcome = 'new' | 'known' | 'differs';

/** Which reports count, under a hash that tells nobody but aggregators, and how many they are. */
export interface AgreedSet {
  readonly reports: string;
  readonly count: number;
}

/** What leaves an aggregator, once: its share of the noisy differences of the reports that all agreed on. */
export interface ReleasedShare extends AgreedSet {
  /** Whole numbers modulo that of the campaign's shares. */
  readonly total: readonly string[];
}

/** Is shown the share of a report. */
export type Look = (round: number, label: string, share: Buffer) => void;

export interface ReportStore {
  /** Takes up a campaign, or goes on with it. */
  enter(fingerprint: string, campaign: Campaign): Promise<void>;
  /** Undefined for a campaign that nobody entered. */
  stateOf(fingerprint: string, round: number): Promise<RoundState | undefined>;
  /** Durable when it returns. Refuses where the round is not open. */
  add(fingerprint: string, round: number, batch: Batch): Promise<ReportOutcome[]>;
  /** Opening a round closes the one before; a closed round stays closed. */
  open(fingerprint: string, round: number): Promise<void>;
  close(fingerprint: string, round: number): Promise<void>;
  /** How many reports a round has. */
  count(fingerprint: string, round: number): Promise<number>;
  /** The labels of a round's reports, in order; no two of one ticket. */
  labels(fingerprint: string, round: number): Promise<string[]>;
  agreed(fingerprint: string): Promise<AgreedSet | undefined>;
  /** Puts on record which reports count; the first set stands. */
  agree(fingerprint: string, set: AgreedSet): Promise<AgreedSet>;
  released(fingerprint: string): Promise<ReleasedShare | undefined>;
  /** Shows every share that is kept; after the release there is none. */
  visit(fingerprint: string, look: Look): Promise<void>;
  /** Records what is released and erases the shares, in one step; the first release stands. */
  record(fingerprint: string, release: ReleasedShare): Promise<ReleasedShare>;
  /** Hash of the key that all noise of this store is made of. */
  noiseKey(): Promise<string | undefined>;
  /** The first one stands. */
  bindNoiseKey(hash: string): Promise<string>;
  end(): Promise<void>;
}
