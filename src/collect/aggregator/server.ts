/**
 * An aggregator as an HTTP server: for people who report, for the collector, and for the other aggregators, each behind a
 * gate of their own. Logs name campaigns, rounds and codes, never a report.
 */

import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import Fastify from 'fastify';
import { arrivingWithin, endWithinGrace, openGuesses } from '../../http/index.ts';
import { problemOf, Refusal } from '../../vocabulary/index.ts';
import { addCollectorRoutes } from './collector-routes.ts';
import type { Log } from './log-line.ts';
import { addPeerRoutes } from './peer-routes.ts';
import { addPeopleRoutes } from './people-routes.ts';
import { type Serving, seatsOf } from './seats.ts';
import { onlyWith } from './secrets.ts';

export interface Aggregator extends Serving {
  /** Of the noise, 32 bytes that nobody else has. */
  readonly noiseKey: Uint8Array;
  readonly clock: () => Date;
  readonly log: Log;
  /** Milliseconds in which a request must have arrived. */
  readonly patience?: number;
  /** Milliseconds for whom no answer is owed, once it stops. */
  readonly grace?: number;
}

/** A thousand reports of a thousand values; campaigns of more values send smaller batches. */
const BODY_BYTES = 8 << 20;
const PATIENCE = 15_000;

export function buildAggregator(aggregator: Aggregator): FastifyInstance {
  const { secrets, noiseKey, clock, log, patience = PATIENCE, grace } = aggregator;
  const server = Fastify({
    bodyLimit: BODY_BYTES,
    ...arrivingWithin(patience),
    forceCloseConnections: 'idle',
  });
  endWithinGrace(server, grace);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  answerProblems(server, log);
  allowPages(server);
  server.get('/health', () => ({ healthy: true }));
  const seatIn = seatsOf(aggregator);
  addPeopleRoutes(server, seatIn, clock, log);
  const guesses = openGuesses(clock);
  addCollectorRoutes(server, seatIn, onlyWith(secrets.collectorHash, guesses), noiseKey, log);
  addPeerRoutes(server, seatIn, secrets, guesses);
  return server;
}

/** Pages of anybody may send reports and read campaigns: both are public, and no request carries a cookie. */
function allowPages(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => void reply.header('access-control-allow-origin', '*'));
  server.options('/v1/*', (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '600')
      .send(),
  );
}

/** What an aggregator does not take: RFC 9457 problems with the codes of the house, logged without anything of the request. */
function answerProblems(server: FastifyInstance, log: Log): void {
  server.setErrorHandler((thrown: unknown, _request, reply) => {
    const refusal = refusalIn(thrown);
    log(
      refusal === undefined
        ? { event: 'fault', code: thrown instanceof Error ? thrown.name : 'unknown' }
        : { event: 'refused', code: refusal.code },
    );
    return send(reply, refusal);
  });
  server.setNotFoundHandler((_request, reply) => send(reply, new Refusal('route_unknown', 'There is no such route.')));
}

function send(reply: FastifyReply, refusal: Refusal | undefined): FastifyReply {
  const problem = problemOf(refusal, 'An internal error of the aggregator. Nothing was lost; send it again.');
  return reply.code(problem.status).type('application/problem+json').send(problem);
}

/** The framework's own words would quote the request. */
function refusalIn(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  const { code, statusCode = 500 } = thrown as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body_too_large', 'A request may have at most 8 MB.');
  return statusCode < 500 ? new Refusal('report_malformed', 'Send reports as application/octet-stream.') : undefined;
}
