/** Campaigns for tests, people who take part in them, and reports without a wire. */
import { plainShares } from '../../src/collect/client/index.ts';
import { type Campaign, fingerprintOf, readCampaign } from '../../src/collect/protocol/index.ts';
import { reportBytes, ticketBytes } from '../../src/collect/reports/index.ts';
import { issueTickets, ticketKeyFor } from '../../src/collect/tickets/index.ts';
import type { Entropy } from '../../src/random/index.ts';

export const campaignOf = (more: Partial<Campaign> = {}): Campaign =>
  readCampaign({
    version: 1,
    name: 'commute',
    question: 'How did you come to work today?',
    answers: { kind: 'choices', values: ['train', 'bus', 'bicycle'] },
    protocol: 'one-report',
    validity: 'plain',
    sampling: 0.5,
    baseline: null,
    noise: { epsilon: 1 },
    aggregators: ['http://127.0.0.1:8801', 'http://127.0.0.1:8802'],
    closes: null,
    ...more,
  });

export async function ticketsFor(campaign: Campaign, ticketKey: string, count: number): Promise<string[]> {
  return issueTickets(ticketKeyFor(Buffer.from(ticketKey, 'hex'), await fingerprintOf(campaign)), count);
}

/** One report of a value, as bytes for each aggregator. */
export const reportOf = (campaign: Campaign, ticket: string, value: number, entropy: Entropy): Buffer[] =>
  plainShares(campaign, value, entropy).map(share => Buffer.from(reportBytes(ticketBytes(ticket), share)));
