/** States of campaigns and rounds, for people. */
import type { CampaignRound, CampaignState } from '../../../src/service/contract/collecting.ts';

export const CAMPAIGN_WORDS = {
  waiting: 'not started',
  open: 'people are answering',
  closed: 'not accepting reports',
  published: 'published',
  unknown: 'no aggregator responds',
} as const satisfies Record<CampaignState['state'], string>;

export const ROUND_WORDS = {
  waiting: 'not opened yet',
  open: 'accepting reports',
  closed: 'closed',
  differs: 'open at some aggregators only',
  unknown: 'unknown: no aggregator responds',
} as const satisfies Record<CampaignRound['state'], string>;

export const people = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;

export const reports = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'report' : 'reports'}`;
