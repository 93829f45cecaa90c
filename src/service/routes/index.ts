/** All routes, one file a subject. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import type { Data } from '../../answer.ts';
import type { PolicyInput } from '../../source/index.ts';
import { addAccounting } from './accounting.ts';
import { addAsking } from './asking.ts';
import { addBudget } from './budget.ts';
import { addHealth } from './health.ts';
import { addTables } from './tables.ts';

export interface RouteParts {
  readonly data: Data<PolicyInput>;
  readonly metrics: Registry;
}

export function addRoutes(server: FastifyInstance, parts: RouteParts): void {
  const typed = server.withTypeProvider<ZodTypeProvider>();
  for (const add of [addHealth, addAsking, addBudget, addTables, addAccounting]) add(typed, parts);
}
