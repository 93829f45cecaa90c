/** May a random sample of a table be published? Shows raw counts: for the custodian alone. */
import { z } from 'zod';
import { auditRelease } from '../../release/index.ts';
import type { Table } from '../../source/index.ts';
import { audited } from '../contract/releases.ts';
import { amount, type RouteParts, sends, type TypedServer } from './route.ts';

const body = z.strictObject({
  table: z.string(),
  columns: z.array(z.string()).min(1).max(100),
  epsilon: amount.describe('No value becomes more than 1 + epsilon times likelier'),
  delta: z.number().describe('The chance that a draw breaks the promise'),
  rate: amount.optional(),
  rates: z.array(z.number()).max(200).optional().describe('Further rates, for a curve'),
  unknownRows: z.int().optional(),
  unit: z.string().optional(),
  coarsen: z.string().max(10_000).optional().describe('Public rules: age=range:10,age=top:80'),
});

export function addReleasing(server: TypedServer, { policy, data }: RouteParts): void {
  const { tables } = data.deployment.policy;
  server.post(
    '/v1/release/audit',
    {
      schema: {
        operationId: 'auditRelease',
        summary: 'May a random sample of this table be published, and at which rate?',
        body,
        response: sends(audited),
      },
    },
    async ({ body: order }) => auditRelease({ unit: unitOf(tables[order.table]), ...order, data: policy }),
  );
}

/** Who a person is, a policy knows best. */
const unitOf = (table: Table | undefined): string | undefined =>
  table === undefined || table.public ? undefined : table.unit;
