/** What the service sends of exact counts, and of what they tell whoever knows only the distribution. */
import { z } from 'zod';
import { list } from './list.ts';

export const countPrivacy = z
  .object({
    curve: list(
      z.object({
        epsilon: z.number(),
        delta: z.object({ unsampled: z.number(), bound: z.number(), exact: z.number() }),
      }),
    ),
    tradeOff: list(
      z.object({
        falsePositiveRate: z.number(),
        falseNegativeRate: z.object({ unsampled: z.number(), bound: z.number().nullable(), exact: z.number() }),
      }),
    ).describe('The lowest false negative rate of an attack on one entry, at each false positive rate'),
    others: z
      .object({ first: z.int(), chances: list(z.number()) })
      .describe('The probability of each count of all other entries, from the first relevant one'),
    composes: z.literal(false).describe('A second answer about the same entries is not covered'),
  })
  .describe('What an exact count reveals without noise');

export type CountPrivacy = z.infer<typeof countPrivacy>;
