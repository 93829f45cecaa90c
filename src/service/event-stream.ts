/** Server-sent events: whatever happens, as it happens, and comments in between so that a dead connection is noticed. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends each value as one event; undefined is a comment. The connection ends with the values, and is not used again. */
export const sendEvents = (reply: FastifyReply, values: AsyncIterable<unknown>): FastifyReply =>
  reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('connection', 'close')
    .send(Readable.from(linesOf(values)));

/** Whoever watches longer must show the token again. */
const WATCH_MILLISECONDS = 600_000;

/** When whoever reads a reply is gone, or has watched for long enough. */
export function endOfWatch({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.on('close', () => gone.abort());
  return AbortSignal.any([gone.signal, AbortSignal.timeout(WATCH_MILLISECONDS)]);
}

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield value === undefined ? ':\n\n' : `data: ${JSON.stringify(value)}\n\n`;
}
