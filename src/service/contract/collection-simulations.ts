/** What the service sends of collections that are played with people who never were. */
import { z } from 'zod';
import { list } from './list.ts';

const numbers = list(z.number()).describe('One for each value');
const played = z.object({
  estimates: z.object({ mean: numbers, standardDeviation: numbers }),
  theory: z.object({ standardDeviation: numbers }),
});
const bounded = z.object({ epsilon: z.number().nullable().describe('Null: no bound') });

export const collectionSimulated = played
  .extend({
    randomizedResponse: played.extend({
      coins: z.object({ truth: z.number(), yes: z.number() }),
      epsilon: z.number(),
    }),
    views: z
      .object({
        roundTwoOnly: bounded,
        linkedRounds: z.object({ delta: z.number() }),
        counts: z.object({ epsilon: z.number(), delta: z.number(), withRoundOne: z.number() }),
        released: bounded,
      })
      .describe('What each observer learns about one person'),
    aggregators: z.int(),
    runs: z.int(),
  })
  .describe('Estimates of a collection and their error, beside randomized response and what each observer learns');
