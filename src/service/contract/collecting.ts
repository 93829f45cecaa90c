/** What the service sends of campaigns: for their organiser. Never a secret of theirs, nor anything of a single report. */
import { z } from 'zod';
import { amounts } from './answers.ts';
import { list } from './list.ts';
import { bounded, views } from './views.ts';

const address = z.string().describe('Of an aggregator');

const campaignSummary = z.object({
  campaign: z.string().describe('Its fingerprint'),
  name: z.string(),
  question: z.string(),
  rounds: z.int(),
  state: z.enum(['waiting', 'open', 'closed', 'published', 'unknown']).describe('Unknown: no aggregator answers'),
});

export const campaigns = z
  .object({
    campaigns: list(campaignSummary),
    unreadable: list(z.object({ folder: z.string(), message: z.string() })),
    advice: z.string().nullable().describe('How to begin, if there is nothing yet'),
  })
  .describe('The campaigns of the organiser');

const round = z.object({
  round: z.int(),
  state: z.enum(['waiting', 'open', 'closed', 'differs', 'unknown']).describe('Differs: not the same everywhere'),
  aggregators: list(
    z.object({
      address,
      reports: z.int().nullable().describe('How many reports it has; null if it did not answer'),
      refused: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
});

const estimated = z.object({
  value: z.string(),
  estimate: z.number().describe('People who have the value'),
  standardError: z.number(),
  interval95: z.array(z.number()).length(2).readonly(),
});

const counted = z.int().nullable().describe('How many reports were counted; null if an older ledger did not record it');

const campaignViews = views
  .extend({
    roundTwoOnly: bounded.nullable().describe('One answer of round two in clear; null if there is only one round'),
    fewestProtected: z
      .int()
      .describe('How many people must share a value for exact counts to protect them at epsilon 1 and delta 1e-6'),
  })
  .describe('What each observer learns about one answer');

export const campaignState = campaignSummary
  .omit({ rounds: true })
  .extend({
    values: list(z.string()),
    protocol: z.enum(['one-report', 'two-rounds']),
    validity: z.enum(['plain', 'verified']),
    sampling: z.number().describe('The probability that a person reports their true answer'),
    noiseEpsilon: z.number().nullable().describe('Noise parameter of each aggregator; null: exact counts'),
    closes: z.string().nullable(),
    rounds: list(round),
    price: amounts.describe('What publishing charges'),
    remaining: amounts.describe('What is left for all campaigns that ask these people'),
    views: campaignViews,
    published: z.object({ estimates: list(estimated), reports: counted, charged: amounts }).nullable(),
  })
  .describe('A campaign, its progress, and what each observer learns');

export const publication = z
  .object({
    campaign: z.string(),
    estimates: list(estimated),
    reports: counted,
    charged: amounts,
    remaining: amounts,
    recorded: z.boolean().describe('True if it was published before: the same estimates at no charge'),
    entry: z.int(),
    head: z.string(),
  })
  .describe('The estimates, their charge, and the receipt of their entry in the ledger');

const plannedRate = z.object({
  rate: z.number(),
  noiseEpsilon: z.number(),
  samplingDeviation: z.number(),
  noiseDeviation: z.number(),
  deviation: z.number().describe('Standard deviation of the estimate, in people'),
  roundTwoOnly: z.object({ epsilon: z.number() }),
  linkedRounds: z.object({ delta: z.number() }),
  noiseless: z.object({ deviation: z.number(), fewestProtected: z.number() }),
});

export const collectionPlan = z
  .object({
    rates: list(plannedRate),
    best: z.object({ rate: z.number(), deviation: z.number() }),
    randomizedResponse: z.object({ deviation: z.number(), worseFrom: z.number() }),
  })
  .describe('The error at each sampling rate, and that of randomized response');

export type Campaigns = z.infer<typeof campaigns>;
export type CampaignSummary = z.infer<typeof campaignSummary>;
export type CampaignState = z.infer<typeof campaignState>;
export type CampaignRound = z.infer<typeof round>;
export type CampaignPublication = z.infer<typeof publication>;
export type CollectionPlanJson = z.infer<typeof collectionPlan>;
