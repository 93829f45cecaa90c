/** What routes that start jobs have in common: retries under one key start one job, and its place is told at once. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf } from '../caller.ts';
import { type JobKind, job } from '../contract/jobs.ts';
import { problem } from '../contract/problem.ts';
import type { JobOrder } from '../jobs/job.ts';
import type { JobBook } from '../jobs/job-book.ts';
import { retriable } from './route.ts';

export const starting = { headers: retriable, response: { 202: job, default: problem } };

type Retriable = FastifyRequest & { readonly headers: z.infer<typeof retriable> };

/** The body that was asked for is the order. */
export function startJob<Kind extends JobKind>(
  jobs: JobBook,
  { request, reply }: { readonly request: Retriable; readonly reply: FastifyReply },
  job: JobOrder<Kind>,
): FastifyReply {
  const key = request.headers['idempotency-key'];
  const started = jobs.start({ ...job, by: callerOf(request), key, order: request.body });
  return reply.code(202).header('location', `/v1/jobs/${started.id}`).send(started);
}
