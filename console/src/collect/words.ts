/** States of campaigns and rounds, for people. */
import type { CampaignRound, CampaignState } from '../../../src/service/contract/collecting.ts';

export const CAMPAIGN_WORDS = {
  waiting: 'not begun',
  open: 'people are answering',
  closed: 'takes no reports now',
  published: 'published',
  unknown: 'no aggregator answers',
} as const satisfies Record<CampaignState['state'], string>;

export const ROUND_WORDS = {
  waiting: 'not opened yet',
  open: 'takes reports',
  closed: 'closed',
  differs: 'open at some aggregators only',
  unknown: 'unknown: no aggregator answers',
} as const satisfies Record<CampaignRound['state'], string>;

export const people = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;

export const reports = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'report' : 'reports'}`;
