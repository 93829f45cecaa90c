/** Simulated collections: no data are read, so whoever has a token may. */
import { z } from 'zod';
import { callerOf } from '../caller.ts';
import { collectionWork } from '../jobs/collection-work.ts';
import { forAnalysts, type RouteParts, type TypedServer } from './route.ts';
import { starting, startJob } from './starting.ts';

const body = z.strictObject({
  counts: z.array(z.int()).min(1).max(100).describe('People who have each value'),
  population: z.int().describe('People who are asked'),
  sampling: z.number().describe('The probability that a person is sampled'),
  noiseEpsilon: z.number().optional().describe('Adds discrete Laplace noise with this parameter'),
  baseline: z.array(z.number()).max(101).optional().describe('Probabilities of the fixed answers (default: equal)'),
  aggregators: z.int().max(100).default(2).describe('Each adds the full noise'),
  coins: z.strictObject({ truth: z.number(), yes: z.number() }).optional().describe('Of the randomized response'),
  epsilon: z.number().default(1).describe('The epsilon at which the deltas of exact counts are given'),
  runs: z.int(),
  seed: z.int().optional().describe('Makes the simulation reproducible'),
});

export function addCollectionSimulating(server: TypedServer, { jobs, computing }: RouteParts): void {
  server.post(
    '/v1/collect/simulate',
    {
      config: forAnalysts,
      schema: {
        operationId: 'simulateCollection',
        summary: 'Simulate a collection many times (a job): its estimates, their error, and what each observer learns',
        body,
        ...starting,
      },
    },
    async (request, reply) => {
      const work = collectionWork(request.body, computing.for(callerOf(request)));
      return startJob(jobs, { request, reply }, { kind: 'collection-simulation', work });
    },
  );
}
