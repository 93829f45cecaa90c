/** What the service sends of prices and of what workloads cost. */
import { z } from 'zod';
import { list } from './list.ts';

const bound = z.number().nullable().describe('Null where nothing bounds it');

export const priced = z
  .object({ epsilon: bound, replace: bound })
  .describe('The pair that is charged, or with inverse the pair that may follow; null: whatever follows');

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
  .describe('What was asked of a workload, under the name of the question; a list where a list was asked');
