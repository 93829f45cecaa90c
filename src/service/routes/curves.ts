/** Prices and chances along sampling rates: mathematics on what is in the request. No data is read. */
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { pricedRates, releaseChances } from '../contract/curves.ts';
import { amount, forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

/** So many values at so many rates take a tenth of a second. */
const [VALUES_MOST, RATES_MOST, ROWS_MOST] = [200, 100, 1e9];

const rates = z.array(z.number().gt(0).lte(1)).min(1).max(RATES_MOST);

const priceBody = z.strictObject({
  operator: z.enum(['bernoulli', 'fraction']),
  cost: z.strictObject({ epsilon: z.number(), replace: z.number() }).describe('What is spent inside the sample'),
  relation: z.enum(['add-remove', 'replace-one']).optional(),
  rates,
});

const chanceBody = z.strictObject({
  counts: z
    .array(z.int().min(1).max(ROWS_MOST))
    .min(1)
    .max(VALUES_MOST)
    .describe('How many rows have each value; assumed, not read from data'),
  epsilon: amount.describe('Odds about a record change at most (1 + epsilon)-fold'),
  delta: z.number().describe('The probability that a draw breaks this bound'),
  unknownRows: z.int().min(1).max(20).optional(),
  rates,
});

export function addCurves(server: TypedServer, { computing: { compute } }: RouteParts): void {
  server.post(
    '/v1/price/rates',
    {
      config: forAnalysts,
      schema: {
        operationId: 'priceRates',
        summary: 'The price of a question on a sample at several rates',
        body: priceBody,
        response: sends(pricedRates),
      },
    },
    async request => {
      const { rates: asked, ...operator } = request.body;
      const requests = asked.map(rate => ({ ...operator, rate }));
      const prices = await compute(callerOf(request), 'priceRates', requests);
      return { rates: prices.map((charged, place) => ({ rate: asked[place], ...charged })) };
    },
  );
  server.post(
    '/v1/release/chance',
    {
      config: forAnalysts,
      schema: {
        operationId: 'releaseChance',
        summary: 'How often a random sample of such a table would break the guarantee',
        body: chanceBody,
        response: sends(releaseChances),
      },
    },
    async request => compute(callerOf(request), 'releaseChances', request.body),
  );
}
