/** What the service sends of prices and chances along sampling rates. */
import { z } from 'zod';
import { list } from './list.ts';

export const pricedRates = z
  .object({ rates: list(z.object({ rate: z.number(), epsilon: z.number(), replace: z.number() })) })
  .describe('What the same question costs at each sampling rate');

export const releaseChances = z
  .object({
    exactRate: z.number().describe('The largest rate that keeps the guarantee'),
    rates: list(
      z.object({
        rate: z.number(),
        delta: z.number().describe('The probability that a draw shows too much of some value'),
        byValue: list(z.number()).describe(
          'The probability that it shows too much of this value; in the order of the counts',
        ),
      }),
    ),
    most: list(z.number()).describe('How many rows of each value a sample may show; in the order of the counts'),
  })
  .describe('How often a random sample of such a table breaks the guarantee');

export type PricedRates = z.infer<typeof pricedRates>;
export type ReleaseChances = z.infer<typeof releaseChances>;
