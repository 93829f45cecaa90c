/** What the service sends of prices and of what workloads cost. */
import { z } from 'zod';
import { list } from './list.ts';

const bound = z.number().nullable().describe('Null if there is no bound');

export const priced = z
  .object({ epsilon: bound, replace: bound })
  .describe('The pair that is charged, or with inverse the pair allowed inside; null: no limit');

const bracket = z.object({
  lower: bound,
  upper: bound,
  status: z.enum(['exact', 'tight', 'bracket', 'upper-only']),
});

const found = z.object({ lower: bound, upper: bound });

const workloadAnswer = z.union([
  z.object({ epsilon: bracket }),
  z.object({ delta: bracket }),
  z.object({ tradeOff: list(z.object({ falsePositiveRate: z.number(), falseNegativeRate: found })) }),
  z.object({ renyi: list(z.object({ order: z.number(), upper: bound })) }),
  z.object({ noise: found }),
  z.object({ rate: found }),
]);

export const accounted = z
  .union([workloadAnswer, list(workloadAnswer)])
  .describe('The answer to what was asked of the workload, under its name; a list if a list was asked');
