/** Whether the service lives, its own description, and its counts. */
import { forAnalysts, type RouteParts, type TypedServer } from './route.ts';

export function addHealth(server: TypedServer, { metrics }: RouteParts): void {
  server.get(
    '/health',
    { config: { callers: 'open' }, schema: { operationId: 'health', summary: 'Whether the service is running' } },
    async () => ({
      status: 'ok',
    }),
  );
  let described: string | undefined;
  server.get('/openapi.json', { config: forAnalysts, schema: { hide: true } }, async (_, reply) => {
    // written once: it is long, and stays the same
    described ??= JSON.stringify(server.swagger());
    return reply.type('application/json').send(described);
  });
  server.get('/metrics', { schema: { operationId: 'metrics', summary: 'Counts for Prometheus' } }, async (_, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
}
