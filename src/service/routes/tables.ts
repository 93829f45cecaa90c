/** What may be asked about: the tables of the policy with their public bounds, and the samples that are kept. */
import type { Column, DeclaredTable } from '../../source/index.ts';
import * as contract from '../contract/budget.ts';
import { fitWork } from '../jobs/fit-work.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';
import { starting, startJob } from './starting.ts';

export function addTables(server: TypedServer, { data, jobs }: RouteParts): void {
  const { policy } = data.deployment;
  const tables = Object.entries(policy.tables).map(described);
  server.get(
    '/v1/tables',
    {
      config: forAnalysts,
      schema: {
        operationId: 'tables',
        summary: 'Tables, columns and their public bounds',
        response: sends(contract.tables),
      },
    },
    async () => ({ tables }),
  );
  server.get(
    '/v1/samples',
    {
      config: forAnalysts,
      schema: {
        operationId: 'samples',
        summary: 'Named samples, and what was spent on each',
        response: sends(contract.samples),
      },
    },
    async () => ({ samples: await data.samples() }),
  );
  server.post(
    '/v1/policy/check',
    {
      schema: {
        operationId: 'checkPolicy',
        summary: 'What the bounds, types and keys of the policy cut off; exact numbers (a job)',
        ...starting,
      },
    },
    async (request, reply) => startJob(jobs, { request, reply }, { kind: 'policy-check', work: fitWork(data) }),
  );
}

/** Names and bounds, not where the data lie. */
const described = ([name, table]: [string, DeclaredTable]) => ({
  name,
  columns: Object.entries(table.columns).map(([column, rules]) => ({ name: column, ...describedColumn(rules) })),
  ...(table.public
    ? { public: true, key: table.key }
    : {
        public: false,
        unit: table.unit ?? null,
        rowsPerUnit: table.rowsPerUnit,
        rowsPerGroup: table.rowsPerGroup ?? null,
        neighbours: table.neighbours,
        approximateUnits: table.approximateUnits ?? null,
      }),
});

const describedColumn = (column: Column) => ({
  type: column.type,
  perUnit: column.perUnit,
  ...('values' in column ? { values: column.values } : {}),
  ...('bounds' in column ? { min: column.bounds.min.text, max: column.bounds.max.text } : {}),
  ...('step' in column ? { step: column.step.text } : {}),
});
