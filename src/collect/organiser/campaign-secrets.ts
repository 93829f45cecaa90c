/**
 * The secrets of a campaign: a credential of its own for everybody who may ask something of an aggregator. Whoever is asked
 * keeps a hash of it, so that no file gives access to anybody else's part, nor to its own.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../text/index.ts';
import type { Campaign } from '../protocol/index.ts';
import type { Organiser } from './campaign-folders.ts';

/** The file of one aggregator. */
export interface AggregatorSecrets {
  readonly version: 2;
  readonly address: string;
  readonly ticketKey: string;
  readonly setKey: string;
  readonly collectorHash: string;
  readonly peers: readonly { readonly address: string; readonly token: string; readonly hash: string }[];
}

export interface CampaignSecrets {
  readonly organiser: Organiser;
  /** In the order of the campaign. */
  readonly aggregators: readonly AggregatorSecrets[];
}

export function drawSecrets({ aggregators }: Pick<Campaign, 'aggregators'>): CampaignSecrets {
  const [ticketKey, setKey] = [secret(), secret()];
  const collectorTokens = Object.fromEntries(aggregators.map(address => [address, secret()]));
  // what the first shows to the second
  const shown = aggregators.map(() => aggregators.map(secret));
  return {
    organiser: { ticketKey, collectorTokens },
    aggregators: aggregators.map((address, own) => ({
      version: 2,
      address,
      ticketKey,
      setKey,
      collectorHash: sha256(collectorTokens[address]),
      peers: aggregators
        .map((peer, place) => ({ address: peer, token: shown[own][place], hash: sha256(shown[place][own]) }))
        .filter(peer => peer.address !== address),
    })),
  };
}

const secret = (): string => randomBytes(32).toString('hex');
