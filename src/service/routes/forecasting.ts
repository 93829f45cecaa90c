/** Forecasts in closed form: what is supposed of the population is in the request, and no data is read. */
import { z } from 'zod';
import { forecast } from '../../forecast/index.ts';
import { forecasted } from '../contract/forecasts.ts';
import { forAnalysts, sends, type TypedServer } from './route.ts';

const moments = {
  mean: z.number(),
  variance: z.number(),
  min: z.number(),
  max: z.number(),
  step: z.number().optional(),
};

const statistic = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count'), share: z.number() }),
  z.strictObject({ kind: z.literal('sum'), ...moments }),
  z.strictObject({ kind: z.literal('mean'), ...moments }),
  z.strictObject({ kind: z.literal('variance'), ...moments, kurtosis: z.number() }),
  z.strictObject({ kind: z.literal('histogram'), shares: z.array(z.number()).max(10_000) }),
]);

const body = z.strictObject({
  statistic: statistic.describe('What is asked, and what is supposed of the population'),
  population: z.int().describe('Units in all'),
  scheme: z.enum(['fixed-size', 'fraction', 'with-replacement', 'bernoulli']),
  relation: z.enum(['add-remove', 'replace-one']),
  mechanism: z.enum(['laplace', 'discrete-laplace', 'gaussian']),
  epsilon: z.number(),
  delta: z.number(),
  rates: z.array(z.number()).max(1000).optional(),
});

export function addForecasting(server: TypedServer): void {
  server.post(
    '/v1/forecast',
    {
      config: forAnalysts,
      schema: {
        operationId: 'forecast',
        summary: 'The error to expect at each sampling rate, and the best rate',
        body,
        response: sends(forecasted),
      },
    },
    async request => forecast(request.body),
  );
}
