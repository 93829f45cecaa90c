/** What the service sends for lessons. */
import { z } from 'zod';
import { list } from './list.ts';

const rate = z.object({ rate: z.number(), sampling: z.number(), noise: z.number(), error: z.number() });

export const errorsByRate = z
  .object({
    mean: z.object({ rates: list(rate), best: rate }),
    median: z.object({ rates: list(rate), best: rate }),
    people: z.int(),
    epsilon: z.number(),
    delta: z.number().describe('For the median; the mean needs none'),
  })
  .describe('Standard errors, in days, of two statistics of the length of stay, at the same charge for every rate');

export type ErrorsByRate = z.infer<typeof errorsByRate>;
export type ErrorsAtRate = z.infer<typeof rate>;
