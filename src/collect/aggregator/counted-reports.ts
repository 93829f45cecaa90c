/** Which reports count: those that every aggregator has, in every round. All aggregators find the same, once all rounds are closed. */
import { refuse } from '../../vocabulary/index.ts';
import { type Campaign, roundsOf } from '../protocol/index.ts';
import { numbersAt, type Peer } from './peers.ts';
import type { ReportStore } from './store.ts';

/** An aggregator's place in one campaign. */
export interface Desk {
  readonly store: ReportStore;
  readonly fingerprint: string;
  readonly campaign: Campaign;
  /** All aggregators in order; undefined is this one. */
  readonly seats: readonly (Peer | undefined)[];
  /** Known to aggregators only. */
  readonly peerToken: string;
}

export const peersOf = ({ seats }: Desk): Peer[] => seats.filter(seat => seat !== undefined);

/** Their numbers, in order. */
export async function commonNumbers(desk: Desk): Promise<string[]> {
  const { store, fingerprint, campaign } = desk;
  for (const round of roundsOf(campaign))
    if ((await store.stateOf(fingerprint, round)) !== 'closed')
      refuse('round_not_closed', 'Nothing is released while a round takes reports, or before it did.');
  const lists = await Promise.all(
    roundsOf(campaign).flatMap(round => [
      store.numbers(fingerprint, round),
      ...peersOf(desk).map(peer => numbersAt(peer, round)),
    ]),
  );
  return inAll(lists);
}

/** What is in every list, in the order of the first. */
export function inAll([first, ...others]: readonly (readonly string[])[]): string[] {
  const sets = others.map(numbers => new Set(numbers));
  return first.filter(number => sets.every(set => set.has(number)));
}
