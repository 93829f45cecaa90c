/** What each observer of a collection learns, as the service sends it. */
import { z } from 'zod';

export const bounded = z.object({ epsilon: z.number().nullable().describe('Null: no bound') });

export const views = z
  .object({
    released: bounded.describe('Everyone, from what is published'),
    roundTwoOnly: bounded.describe('One answer of round two in clear'),
    linkedRounds: z
      .object({ delta: z.number() })
      .describe('All aggregators together: they learn the answers of sampled people'),
    counts: z
      .object({ epsilon: z.number(), delta: z.number(), withRoundOne: z.number() })
      .describe('Exact counts, for a person who alone has a value'),
  })
  .describe('What each observer learns about one answer');
