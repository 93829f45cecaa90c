/** Bodies that are nested without end, or of endless entries, are refused before they are read, whatever route they are for. */
import type { FastifyInstance } from 'fastify';
import { textExcess } from '../json/index.ts';
import { Refusal } from '../vocabulary/index.ts';

/** Plans are the deepest and the longest that anybody means, and have limits of their own below these. */
const LIMITS = { depth: 700, entries: 30_000 };

export function refuseEndlessBodies(server: FastifyInstance): void {
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
