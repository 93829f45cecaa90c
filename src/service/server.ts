/** The service: every route over the same stations as the command line. It listens nowhere until it is told to. */
import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swagger from '@fastify/swagger';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import type { Data } from '../answer.ts';
import { arrivingWithin, endWithinGrace, openGuesses } from '../http/index.ts';
import { textExcess } from '../json/index.ts';
import type { PolicyInput } from '../source/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import { requireToken } from './caller.ts';
import type { Organising } from './collecting/desk.ts';
import { openComputing } from './computing/computing.ts';
import { addConsole } from './console-files.ts';
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

/** Plans are the deepest and the longest that anybody means, and have limits of their own below these. */
const LIMITS = { depth: 700, entries: 30_000 };

/** Bodies that are nested without end, or of endless entries, are refused before they are read, whatever route they are for. */
function refuseEndlessBodies(server: FastifyInstance): void {
  const read = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = textExcess(String(body), LIMITS);
    if (excess !== undefined) done(new Refusal('body_too_large', WORDS[excess]));
    else read(request, String(body), done);
  });
}

const WORDS = {
  depth: `A request may be nested at most ${LIMITS.depth} levels deep.`,
  entries: `A request may have at most ${LIMITS.entries} entries in all its lists and objects.`,
};

/** A list of roles beside the scheme: none is anybody with a token. No scheme at all is anybody. */
const SECURITY = { open: [], analyst: [{ token: [] }], custodian: [{ token: ['custodian'] }] };

/** How the service describes itself: OpenAPI 3.1 from the schemas that requests are checked with, and who may call what. */
const description: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Sortition',
      version: '1',
      description: 'Private answers about people, with a proven privacy cost.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: SECURITY.analyst,
  },
  transform: route => {
    const { schema, url } = jsonSchemaTransform(route);
    return { schema: { ...schema, security: SECURITY[route.route.config?.callers ?? 'custodian'] }, url };
  },
};
