/** The accountant: it knows no data, so whoever has a token may use it. Its own schemas say what is wrong with a request. */
import { z } from 'zod';
import {
  type InversePriceRequest,
  inversePrice,
  type PriceRequest,
  price,
  type SpecificationInput,
} from '../../accounting/index.ts';
import { accountOnThread } from '../accountant.ts';
import { forAnalysts, type TypedServer } from './route.ts';

const workload = z.looseObject({ steps: z.array(z.unknown()) }).describe('A workload: mechanisms, samplings, counts');
const operator = z
  .looseObject({ operator: z.string(), inverse: z.boolean().optional() })
  .describe('An operator with its parameters and costs; inverse: what a charge allows inside');

export function addAccounting(server: TypedServer): void {
  server.post(
    '/v1/account',
    { config: forAnalysts, schema: { operationId: 'account', summary: 'What a workload costs', body: workload } },
    async ({ body }) => accountOnThread(body as unknown as SpecificationInput),
  );
  server.post(
    '/v1/price',
    { config: forAnalysts, schema: { operationId: 'price', summary: 'What an operator costs', body: operator } },
    async ({ body: { inverse, ...request } }) =>
      inverse ? inversePrice(request as unknown as InversePriceRequest) : price(request as unknown as PriceRequest),
  );
}
