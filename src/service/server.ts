/** The service: every route over the same stations as the command line. It listens nowhere until it is told to. */

import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Data } from '../answer.ts';
import { arrivingWithin, endWithinGrace, openGuesses } from '../http/index.ts';
import type { PolicyInput } from '../source/index.ts';
import { refuseEndlessBodies } from './body-extent.ts';
import { requireToken } from './caller.ts';
import type { Organising } from './collecting/desk.ts';
import { openComputing } from './computing/computing.ts';
import { addConsole } from './console-files.ts';
import { description } from './description.ts';
import { openJobBook } from './jobs/job-book.ts';
import { observe } from './observation.ts';
import { answerProblems, reportFault } from './problems.ts';
import { openReleaseFolder } from './release-folder.ts';
import { addRoutes } from './routes/index.ts';
import type { TokenStore } from './tokens/token-store.ts';

export interface ServerParts {
  /** The file of the policy that the data are of. */
  readonly policy: string;
  readonly data: Data<PolicyInput>;
  readonly tokens: TokenStore;
  /** The folder of samples that are drawn over HTTP. */
  readonly releases: string;
  /** The folder whose lists rules may name over HTTP; without it, none. */
  readonly hierarchies?: string | undefined;
  /** Campaigns that ask people; without it there are none. */
  readonly organising?: Organising | undefined;
  readonly logger?: FastifyServerOptions['logger'];
  /** Of one token. */
  readonly requestsPerMinute?: number | undefined;
  /** In which a request must have arrived. */
  readonly arrivalMilliseconds?: number | undefined;
  /** For whom no answer is owed, once the service stops. */
  readonly graceMilliseconds?: number | undefined;
}

const BODY_BYTES = 1 << 20;
const ARRIVAL_MILLISECONDS = 15_000;
/** A connection that asks nothing for so long is closed. */
const IDLE_MILLISECONDS = 5000;

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const {
    policy,
    data,
    tokens,
    releases,
    hierarchies = null,
    organising,
    logger = false,
    requestsPerMinute = 600,
    arrivalMilliseconds = ARRIVAL_MILLISECONDS,
    graceMilliseconds,
  } = parts;
  const clock = (): Date => new Date();
  const server = Fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    ...arrivingWithin(arrivalMilliseconds),
    keepAliveTimeout: IDLE_MILLISECONDS,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
  });
  endWithinGrace(server, graceMilliseconds);
  server.setValidatorCompiler(validatorCompiler);
  // an answer that was charged for is sent as it is: the schemas describe it, and tests hold it to them
  server.setSerializerCompiler(() => JSON.stringify);
  answerProblems(server);
  const metrics = observe(server);
  requireToken(server, tokens, openGuesses(clock));
  refuseEndlessBodies(server);
  server.addHook('onSend', async (request, reply) => void reply.header('x-request-id', request.id));
  const stopping = stopOf(server);
  const jobs = openJobBook({ clock, report: thrown => reportFault(server.log, thrown) });
  // streams of events end with their jobs, and only then can connections be closed
  server.addHook('preClose', () => jobs.stop());
  const computing = openComputing();
  // after the last answer that somebody computes
  server.addHook('onClose', () => computing.close());
  await server.register(helmet, { contentSecurityPolicy: { directives: POLICY_OF_CONTENT } });
  await server.register(rateLimit, {
    hook: 'preHandler',
    max: requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ caller, ip }) => caller?.id ?? ip,
  });
  await server.register(swagger, description);
  await server.register(async scope =>
    addRoutes(scope, {
      policy,
      data,
      metrics,
      jobs,
      computing,
      releases: openReleaseFolder(releases),
      hierarchies,
      organising,
      stopping,
    }),
  );
  await server.register(addConsole);
  return server;
}

/** That the service stops. Whoever is answered last meanwhile must not keep it waiting for a next request. */
function stopOf(server: FastifyInstance): AbortSignal {
  const stopping = new AbortController();
  server.addHook('preClose', async () => stopping.abort());
  server.addHook('onSend', async (_, reply) => void (stopping.signal.aborted && reply.header('connection', 'close')));
  return stopping.signal;
}

/** Everything from here, and nothing written into a page. */
const POLICY_OF_CONTENT = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
};
