/** May a random sample of a table be published, and then: draw it. Shows raw counts: for the custodian alone. */
import { z } from 'zod';
import { auditRelease, type ListedDraw, listDraws } from '../../release/index.ts';
import { audited, draws } from '../contract/releases.ts';
import { auditWork } from '../jobs/audit-work.ts';
import { drawWork } from '../jobs/draw-work.ts';
import { PLAIN_NAME } from '../release-folder.ts';
import { amount, type RouteParts, sends, type TypedServer } from './route.ts';
import { starting, startJob } from './starting.ts';

const order = z.strictObject({
  table: z.string(),
  columns: z.array(z.string()).min(1).max(100),
  epsilon: amount.describe('Odds about a record change at most (1 + epsilon)-fold'),
  delta: z.number().describe('The probability that a draw breaks this bound'),
  unknownRows: z.int().optional(),
  unit: z.string().optional(),
  coarsen: z.string().max(10_000).optional().describe('Public recoding rules: age=range:10,age=top:80'),
});

const auditBody = order.extend({
  rate: amount.optional(),
  rates: z.array(z.number()).max(200).optional().describe('Further rates, for a curve'),
});

const drawBody = order.extend({
  rate: amount.describe('The share of rows; auto: the largest safe one, which itself reveals something about the data'),
  threshold: z
    .union([z.int(), z.literal('auto')])
    .optional()
    .describe('Differential privacy: drops combinations with fewer sampled rows'),
  reason: z.string().max(1000).optional().describe('Why this table is sampled again'),
  format: z.enum(['csv', 'parquet']),
  name: z
    .string()
    .regex(PLAIN_NAME, 'a name of letters, digits, - and _')
    .describe('Name of the file, without its extension'),
});

export function addReleasing(server: TypedServer, { policy, jobs, releases, hierarchies }: RouteParts): void {
  server.post(
    '/v1/release/audit',
    {
      schema: {
        operationId: 'auditRelease',
        summary: 'May a random sample of this table be published, and at which rate?',
        body: auditBody,
        response: sends(audited),
      },
    },
    async ({ body }) => auditRelease({ ...body, data: policy, hierarchies }),
  );
  // the same as a job, for tables that take long to count
  server.post(
    '/v1/release/audits',
    {
      schema: {
        operationId: 'startAudit',
        summary: 'The same audit as a job, which can be watched and cancelled',
        body: auditBody,
        ...starting,
      },
    },
    async (request, reply) => {
      const work = auditWork({ ...request.body, data: policy, hierarchies });
      return startJob(jobs, { request, reply }, { kind: 'release-audit', work });
    },
  );
  server.post(
    '/v1/release/draw',
    {
      schema: {
        operationId: 'drawRelease',
        summary: 'Draw one random sample if its rate is safe, record it and certify it (a job)',
        body: drawBody,
        ...starting,
      },
    },
    async (request, reply) => {
      const work = drawWork({ ...request.body, data: policy, hierarchies }, releases);
      return startJob(jobs, { request, reply }, { kind: 'release-draw', work });
    },
  );
  server.get(
    '/v1/release/draws',
    {
      schema: {
        operationId: 'releaseDraws',
        summary: 'The samples that were drawn, and whether their ledger verifies',
        response: sends(draws),
      },
    },
    async () => {
      const [list, files] = await Promise.all([listDraws({ policy }), releases.published()]);
      const fileOf = ({ entry, output }: ListedDraw): string | null =>
        files.find(one => one.entry === entry && one.sha256 === output)?.file ?? null;
      return { ...list, draws: list.draws.map(draw => ({ ...draw, file: fileOf(draw) })).reverse() };
    },
  );
}
