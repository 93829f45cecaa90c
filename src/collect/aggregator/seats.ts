/** An aggregator's seats: its place and its secrets in each campaign that it serves. */
import { refuse } from '../../vocabulary/index.ts';
import type { Campaign } from '../protocol/index.ts';
import { readTicketKey, type TicketKey, ticketKeyFor } from '../tickets/index.ts';
import type { Desk } from './counted-reports.ts';
import type { Peer } from './peers.ts';
import type { Secrets } from './secrets.ts';
import type { ReportStore } from './store.ts';
import { type Verifier, verifierOf } from './verifier.ts';

export interface AggregatorSeat extends Desk {
  readonly ticketKey: TicketKey;
  /** Undefined where reports are plain. */
  readonly verifier: Verifier | undefined;
}

/** What an address names. */
export interface RoundAddress {
  readonly campaign: string;
  readonly round: string;
}

/** Refuses a campaign that is not served. */
export type SeatIn = (fingerprint: string) => AggregatorSeat;

export interface Serving {
  /** By fingerprint. */
  readonly campaigns: ReadonlyMap<string, Campaign>;
  /** The address that the campaigns know this aggregator by. */
  readonly own: string;
  readonly store: ReportStore;
  readonly secrets: Secrets;
}

export function seatsOf(serving: Serving): SeatIn {
  const { own, secrets } = serving;
  if (secrets.address !== own)
    refuse(
      'campaign_invalid',
      `These secrets belong to ${secrets.address}, but this aggregator is ${own}. Use its own secrets.`,
    );
  const seats = new Map(
    [...serving.campaigns].map(([fingerprint, campaign]) => [fingerprint, seat(serving, fingerprint, campaign)]),
  );
  return fingerprint => seats.get(fingerprint) ?? refuse('campaign_unknown', 'This aggregator has no such campaign.');
}

const unknownPeer = (address: string): string =>
  `The secrets do not list ${address}, which a campaign names. They belong to another campaign.`;

function seat({ own, store, secrets }: Serving, fingerprint: string, campaign: Campaign): AggregatorSeat {
  const { setKey, ticketKey, peers } = secrets;
  const peerAt = (address: string): Peer => {
    const { token } = peers.find(peer => peer.address === address) ?? refuse('campaign_invalid', unknownPeer(address));
    return { address, fingerprint, token };
  };
  const seats = campaign.aggregators.map(address => (address === own ? undefined : peerAt(address)));
  const desk: Desk = { store, fingerprint, campaign, seats, setKey };
  return {
    ...desk,
    ticketKey: ticketKeyFor(readTicketKey(ticketKey), fingerprint),
    verifier: campaign.validity === 'verified' ? verifierOf(desk) : undefined,
  };
}
