/** What is seen of requests from outside: one line of log each, and counts. Never a body, a header, a query or a token. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Seconds: from a repeat out of the ledger to a question on a large table. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function observe(server: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labels = { labelNames: ['method', 'route', 'status'] as const, registers: [registry] };
  const requests = new Counter({ ...labels, name: 'sortition_requests_total', help: 'Requests answered.' });
  const seconds = new Histogram({
    ...labels,
    name: 'sortition_request_seconds',
    help: 'Time to answer a request.',
    buckets: BUCKETS,
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const seen = { method: request.method, route, status: reply.statusCode };
    requests.inc(seen);
    seconds.observe(seen, reply.elapsedTime / 1000);
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ ...seen, milliseconds, token: request.caller?.id ?? null }, 'answered');
  });
  return registry;
}
