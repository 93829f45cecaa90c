/** All routes, one file a subject. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { addAccounting } from './accounting.ts';
import { addAsking } from './asking.ts';
import { addBudget } from './budget.ts';
import { addCollecting } from './collecting.ts';
import { addCollectionSimulating } from './collection-simulating.ts';
import { addCurves } from './curves.ts';
import { addForecasting } from './forecasting.ts';
import { addHealth } from './health.ts';
import { addJobs } from './jobs.ts';
import { addLearning } from './learning.ts';
import { addReleaseFiles } from './release-files.ts';
import { addReleasing } from './releasing.ts';
import type { RouteParts } from './route.ts';
import { addStatistical } from './statistical.ts';
import { addTables } from './tables.ts';

export function addRoutes(server: FastifyInstance, parts: RouteParts): void {
  const typed = server.withTypeProvider<ZodTypeProvider>();
  for (const add of [
    addHealth,
    addAsking,
    addBudget,
    addTables,
    addAccounting,
    addForecasting,
    addReleasing,
    addReleaseFiles,
    addJobs,
    addCurves,
    addStatistical,
    addLearning,
    addCollecting,
    addCollectionSimulating,
  ])
    add(typed, parts);
}
