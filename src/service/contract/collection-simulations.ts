/** What the service sends of simulated collections. */
import { z } from 'zod';
import { list } from './list.ts';
import { views } from './views.ts';

const numbers = list(z.number()).describe('One for each value');
const played = z.object({
  estimates: z.object({ mean: numbers, standardDeviation: numbers }),
  theory: z.object({ standardDeviation: numbers }),
});

export const collectionSimulated = played
  .extend({
    randomizedResponse: played.extend({
      coins: z.object({ truth: z.number(), yes: z.number() }),
      epsilon: z.number(),
    }),
    views,
    aggregators: z.int(),
    runs: z.int(),
  })
  .describe(
    'Estimates of a collection and their error, compared with randomized response, and what each observer learns',
  );
