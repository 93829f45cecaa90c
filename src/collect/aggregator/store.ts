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
export type Outcome = 'new' | 'known' | 'differs';

/** What leaves an aggregator, once: its share of the noisy differences, and which reports it is of, under a secret hash. */
export interface Release {
  readonly reports: string;
  /** How many they are. */
  readonly count: number;
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
  add(fingerprint: string, round: number, batch: Batch): Promise<Outcome[]>;
  /** Opening a round closes the one before; a closed round stays closed. */
  open(fingerprint: string, round: number): Promise<void>;
  close(fingerprint: string, round: number): Promise<void>;
  /** How many reports a round has. */
  count(fingerprint: string, round: number): Promise<number>;
  /** The labels of a round's reports, in order; no two of one ticket. */
  labels(fingerprint: string, round: number): Promise<string[]>;
  released(fingerprint: string): Promise<Release | undefined>;
  /** Shows every share that is kept; after the release there is none. */
  visit(fingerprint: string, look: Look): Promise<void>;
  /** Records what is released and erases the shares, in one step; the first release stands. */
  record(fingerprint: string, release: Release): Promise<Release>;
  end(): Promise<void>;
}
