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

async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield value === undefined ? ':\n\n' : `data: ${JSON.stringify(value)}\n\n`;
}
