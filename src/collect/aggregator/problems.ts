/** What an aggregator does not take: RFC 9457 problems with the codes of the house, logged without anything of the request. */
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { problemOf, Refusal } from '../../vocabulary/index.ts';
import type { Log } from './log-line.ts';

export function answerProblems(server: FastifyInstance, log: Log): void {
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
