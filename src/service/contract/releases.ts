/** What the service sends of releases: raw counts, for the custodian alone. */
import { z } from 'zod';

export const audited = z
  .looseObject({
    verdict: z.enum(['safe', 'unsafe']),
    reason: z.string(),
    rate: z.number(),
    rateFromData: z.boolean(),
    deltaAtRate: z.number(),
    exactRate: z.number(),
    theoremRate: z.number(),
    rows: z.number(),
    distinct: z.number(),
    rare: z.number(),
    infrequent: z.number(),
    common: z.number(),
  })
  .describe('May a random sample be published? Shows raw counts');
