/** Bodies that are nested without end are refused before anything recursive looks at them, whatever route they are for. */
import type { FastifyInstance } from 'fastify';
import { excessOf } from '../json/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Plans are the deepest that anybody means, and have a limit of their own below this one. */
const LIMITS = { depth: 700, entries: Infinity, characters: Infinity };

export function refuseDeepBodies(server: FastifyInstance): void {
  server.addHook('preValidation', async ({ body }) => {
    if (excessOf(body, LIMITS) !== undefined)
      refuse('body_too_large', `Nothing in a request is nested deeper than ${LIMITS.depth} levels.`);
  });
}
