/** Refusals over HTTP: RFC 9457 problems with the codes that the command line uses. What went wrong with us is not said. */
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemOf, Refusal } from '../vocabulary/index.ts';
import type { ProblemJson } from './contract/problem.ts';

export function answerProblems(server: FastifyInstance): void {
  server.setErrorHandler((thrown: unknown, request, reply) => {
    const refusal = refusalIn(thrown);
    if (refusal === undefined) reportFault(request.log, thrown);
    return send(reply, request, refusal);
  });
  server.setNotFoundHandler((request, reply) =>
    send(reply, request, new Refusal('route_unknown', 'There is no such route. /openapi.json lists all routes.')),
  );
}

/** The words of an error may hold data; its kind and its place in the code never do. */
export function reportFault(log: FastifyBaseLogger, thrown: unknown): void {
  const { name, stack = '' } = thrown instanceof Error ? thrown : { name: 'unknown' };
  log.error({ fault: name, at: stack.match(/^ {4}at .*$/gm)?.slice(0, 8) }, 'fault');
}

/** Whatever is limited is limited by the minute. */
const WAIT_SECONDS = 60;

function send(reply: FastifyReply, { id }: FastifyRequest, refusal: Refusal | undefined): FastifyReply {
  const described = problemOf(
    refusal,
    'An internal error of the service. The custodian can find it in the log by this id.',
  );
  const problem: ProblemJson = { ...described, instance: `urn:sortition:request:${id}` };
  if (described.code === 'rate_limited' && !reply.hasHeader('retry-after')) reply.header('retry-after', WAIT_SECONDS);
  return reply.code(described.status).type('application/problem+json').send(problem);
}

function refusalIn(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  const { code, statusCode, validation } = thrown as Partial<FastifyError>;
  if (statusCode === 429) return new Refusal('rate_limited', 'This token sent too many requests. Wait a minute.');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('body_too_large', 'A request may have at most 1 MB.');
  if (validation !== undefined) return new Refusal('body_invalid', `${firstOf(validation).join('; ')}.`);
  // whatever else the framework finds wrong with a request, in its own words, would quote it
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('body_invalid', 'The request could not be read. Send JSON as application/json.');
  return undefined;
}

type Wrong = NonNullable<FastifyError['validation']>;

/** Whoever sends a thousand mistakes need not have all of them sent back. */
const [MISTAKES_MOST, WORDS_MOST] = [5, 200];

const firstOf = (validation: Wrong): string[] => validation.slice(0, MISTAKES_MOST).map(wordsOf);

function wordsOf({ instancePath, message = 'wrong' }: Wrong[number]): string {
  const words = `${instancePath || 'the body'}: ${message}`;
  return words.length <= WORDS_MOST ? words : `${words.slice(0, WORDS_MOST)}…`;
}
