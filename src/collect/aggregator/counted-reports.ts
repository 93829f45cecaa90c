/** Which reports count: those that every aggregator has, in every round. All aggregators find the same, once all rounds are closed. */
import { refuse } from '../../vocabulary/index.ts';
import { type Campaign, roundsOf } from '../protocol/index.ts';
import { NUMBER_BYTES } from '../reports/index.ts';
import { labelsAlsoAt, type Peer } from './peers.ts';
import { numberOf } from './round-index.ts';
import type { ReportStore } from './store.ts';

/** An aggregator's place in one campaign. */
export interface Desk {
  readonly store: ReportStore;
  readonly fingerprint: string;
  readonly campaign: Campaign;
  /** All aggregators in order; undefined is this one. */
  readonly seats: readonly (Peer | undefined)[];
  /** Known to aggregators only. */
  readonly setKey: string;
}

export const peersOf = ({ seats }: Desk): Peer[] => seats.filter(seat => seat !== undefined);

/** A ticket's number, then the id of its split in each round: what was counted, whole, and under one text for all. */
export type CountedReport = string;

/** In the order of their numbers. Shares of different splits are never put together: their sum would be uniform. */
export async function commonReports(desk: Desk): Promise<CountedReport[]> {
  const { campaign } = desk;
  await checkClosed(desk);
  const [first, ...others] = await Promise.all(roundsOf(campaign).map(round => commonLabels(desk, round)));
  return others.reduce(inBothRounds, first);
}

export async function checkClosed({ store, fingerprint, campaign }: Desk): Promise<void> {
  for (const round of roundsOf(campaign))
    if ((await store.stateOf(fingerprint, round)) !== 'closed')
      refuse('round_not_closed', 'Nothing is released before every round has been opened and closed.');
}

async function commonLabels(desk: Desk, round: number): Promise<string[]> {
  const own = await desk.store.labels(desk.fingerprint, round);
  const both = await Promise.all(peersOf(desk).map(peer => labelsAlsoAt(peer, round, own)));
  return own.filter(label => both.every(labels => labels.has(label)));
}

function inBothRounds(before: readonly CountedReport[], labels: readonly string[]): CountedReport[] {
  const splits = new Map(labels.map(label => [numberOf(label), label.slice(NUMBER_BYTES)]));
  return before.flatMap(counted => {
    const split = splits.get(numberOf(counted));
    return split === undefined ? [] : [counted + split];
  });
}
