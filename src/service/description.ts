/** How the service describes itself: OpenAPI 3.1 from the schemas that requests are checked with, and who may call what. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** A list of roles beside the scheme: none is anybody with a token. No scheme at all is anybody. */
const SECURITY = { open: [], analyst: [{ token: [] }], custodian: [{ token: ['custodian'] }] };

export const description: FastifyDynamicSwaggerOptions = {
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
