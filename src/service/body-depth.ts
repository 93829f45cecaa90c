/** Bodies that are nested without end are refused before they are read, whatever route they are for. */
import type { FastifyInstance } from 'fastify';
import { isNestedDeeper } from '../json/index.ts';
import { Refusal } from '../vocabulary/index.ts';

/** Plans are the deepest that anybody means, and have a limit of their own below this one. */
const DEPTH_MOST = 700;

export function refuseDeepBodies(server: FastifyInstance): void {
  const read = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isNestedDeeper(String(body), DEPTH_MOST))
      done(new Refusal('body_too_large', `Nothing in a request is nested deeper than ${DEPTH_MOST} levels.`));
    else read(request, String(body), done);
  });
}
