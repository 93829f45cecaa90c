/** What the service sends of releases: raw counts, for the custodian alone. */
import { z } from 'zod';
import { list } from './list.ts';

const row = z.record(z.string(), z.string().nullable());

const worst = z.object({
  value: z.union([row, list(row)]).describe('By column; all rows of a person who has several'),
  count: z.number(),
  costsRate: z.number().describe('How much the largest rate would rise without it'),
});

const suggestion = z.object({ column: z.string(), rule: z.string(), exactRate: z.number(), distinct: z.number() });

export const audited = z
  .object({
    verdict: z.enum(['safe', 'unsafe']),
    reason: z.string(),
    rate: z.number(),
    rateFromData: z.boolean(),
    deltaAtRate: z.number(),
    exactRate: z.number().describe('The largest rate that keeps the promise'),
    theoremRate: z.number().describe('The rate that the published theorem allows'),
    rows: z.number(),
    distinct: z.number(),
    rare: z.number(),
    infrequent: z.number(),
    common: z.number(),
    anonymity: z.number().describe('The k of k-anonymity'),
    unique: z.number(),
    correctMatch: z.number(),
    worst: list(worst),
    suggestions: list(suggestion),
    curve: list(z.object({ rate: z.number(), delta: z.number() })),
  })
  .describe('May a random sample be published? Shows raw counts');

export type Audited = z.infer<typeof audited>;
