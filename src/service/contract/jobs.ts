/** What the service sends of jobs: work that takes longer than a request should. */
import { z } from 'zod';
import { collectionSimulated } from './collection-simulations.ts';
import { quantileForecasted } from './forecasts.ts';
import { list } from './list.ts';
import { policyFit } from './policy-fit.ts';
import { audited, drawn } from './releases.ts';

const shared = {
  id: z.string(),
  analyst: z.string().describe('Who started it'),
  at: z.iso.datetime().describe('When it was started'),
  state: z.enum(['waiting', 'running', 'done', 'refused', 'cancelled']),
  progress: z.object({
    stage: z.string().describe('The current stage, in words'),
    part: z.number().describe('Estimated progress from 0 to 1'),
  }),
  cancellable: z.boolean().describe('Whether it can still be cancelled'),
  refusal: z
    .object({ code: z.string(), detail: z.string() })
    .nullable()
    .describe('Why it was refused or cancelled, as in a problem'),
};

export const job = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('release-draw'), ...shared, result: drawn.nullable() }),
    z.object({ kind: z.literal('release-audit'), ...shared, result: audited.nullable() }),
    z.object({ kind: z.literal('policy-check'), ...shared, result: policyFit.nullable() }),
    z.object({ kind: z.literal('quantile-forecast'), ...shared, result: quantileForecasted.nullable() }),
    z.object({ kind: z.literal('collection-simulation'), ...shared, result: collectionSimulated.nullable() }),
  ])
  .describe('A job; its result once it is done');

export const jobs = z.object({ jobs: list(job) });

export type Job = z.infer<typeof job>;
export type JobKind = Job['kind'];
