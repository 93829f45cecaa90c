/** What the service sends of how a policy fits its data: exact numbers, for the custodian alone. */
import { z } from 'zod';
import { list } from './list.ts';

const warning = z.object({
  code: z.string(),
  place: list(z.string()).describe('Where in the policy: names from the outside in'),
  share: z.number().nullable().describe('Share of the rows of the table; null if no rows are counted'),
  message: z.string(),
});

export const policyFit = z
  .object({
    warnings: list(warning).describe('About the policy as a whole'),
    tables: list(z.object({ table: z.string(), rows: z.int(), warnings: list(warning) })),
  })
  .describe('What the bounds, types and keys of the policy cut off. Exact numbers: not for publication');

export type PolicyFitJson = z.infer<typeof policyFit>;
