/** What routes have in common: a server that knows the types of its bodies, what they work on, and who may call them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import type { Data } from '../../answer.ts';
import type { PolicyInput } from '../../source/index.ts';
import type { Organising } from '../collecting/desk.ts';
import type { Computing } from '../computing/computing.ts';
import { problem } from '../contract/problem.ts';
import type { JobBook } from '../jobs/job-book.ts';
import type { ReleaseFolder } from '../release-folder.ts';

export type TypedServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface RouteParts {
  /** Its file. */
  readonly policy: string;
  readonly data: Data<PolicyInput>;
  readonly metrics: Registry;
  readonly jobs: JobBook;
  /** For whatever takes longer than others should wait. */
  readonly computing: Computing;
  readonly releases: ReleaseFolder;
  /** The folder whose lists rules may name; null: none. */
  readonly hierarchies: string | null;
  /** Undefined where the service has no campaigns. */
  readonly organising: Organising | undefined;
  /** The service stops: what would go on for ever ends. */
  readonly stopping: AbortSignal;
}

/** As a number, or as the decimal that is meant. */
export const amount = z.union([z.number(), z.string().max(60)]);

/** Headers of a request that may be sent again without being done again. */
export const retriable = z.object({ 'idempotency-key': z.string().min(1).max(200).optional() });

export const forAnalysts = { callers: 'analyst' } as const;

/** What a route sends: its answer, or a problem. */
export const sends = <Answer extends z.ZodType>(answer: Answer) => ({ 200: answer, default: problem });
