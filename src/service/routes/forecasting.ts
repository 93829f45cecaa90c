/** Forecasts, in closed form and by simulation: what is supposed of the population is in the request, and no data is read. */
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { forecasted } from '../contract/forecasts.ts';
import { quantileWork } from '../jobs/quantile-work.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';
import { starting, startJob } from './starting.ts';

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

const design = {
  population: z.int().describe('Number of units'),
  scheme: z.enum(['fixed-size', 'fraction', 'with-replacement', 'bernoulli']),
  relation: z.enum(['add-remove', 'replace-one']),
  epsilon: z.number(),
  delta: z.number(),
};

const body = z.strictObject({
  statistic: statistic.describe('The statistic, and assumptions about the population'),
  ...design,
  mechanism: z.enum(['laplace', 'discrete-laplace', 'gaussian']),
  rates: z.array(z.number()).max(1000).optional(),
});

const quantileBody = z.strictObject({
  distribution: z
    .string()
    .max(1000)
    .describe('An assumed distribution: lognormal:5,0.5, normal, uniform, beta, bimodal; joined by +'),
  min: z.number().optional().describe('Public bounds of the values, if the distribution has none'),
  max: z.number().optional(),
  quantile: z.number().default(0.5).describe('0.5 is the median'),
  ...design,
  mechanism: z.enum(['smooth', 'smooth-printed', 'permute-and-flip', 'exponential', 'laplace', 'gaussian']),
  step: z.number().optional().describe('For permute-and-flip: the step of the column'),
  rates: z.array(z.number()).min(1).max(100).optional(),
  runs: z.int().default(1000),
  seed: z.int().min(0).default(1).describe('Makes the simulation reproducible'),
});

export function addForecasting(server: TypedServer, { jobs, computing }: RouteParts): void {
  server.post(
    '/v1/forecast',
    {
      config: forAnalysts,
      schema: {
        operationId: 'forecast',
        summary: 'The expected error at each sampling rate, and the best rate',
        body,
        response: sends(forecasted),
      },
    },
    async request => computing.compute(callerOf(request), 'forecast', request.body),
  );
  server.post(
    '/v1/forecast/quantile',
    {
      config: forAnalysts,
      schema: {
        operationId: 'forecastQuantile',
        summary: 'Simulate the error of a private median or other quantile at each sampling rate (a job)',
        body: quantileBody,
        ...starting,
      },
    },
    async (request, reply) => {
      const work = quantileWork(request.body, computing.for(callerOf(request)));
      return startJob(jobs, { request, reply }, { kind: 'quantile-forecast', work });
    },
  );
}
