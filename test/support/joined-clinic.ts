/** Visits, patients and doses of the same people, in files that a test may write anew. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Data, open } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { verifyLedger } from '../../src/verify/index.ts';

const tables = {
  visits: { unit: 'patient', rowsPerUnit: 2, columns: { cost: { type: 'integer', min: 0, max: 9 } } },
  patients: {
    key: 'id',
    budget: { epsilon: 2 },
    columns: { age: { type: 'integer', min: 0, max: 120 }, sex: { type: 'category', values: ['f', 'm'] } },
  },
  doses: { unit: 'who', rowsPerUnit: 3, columns: { dose: { type: 'integer', min: 0, max: 5 } } },
} as const satisfies PolicyInput['tables'];

export const PEOPLE = 40;
const ids = Array.from({ length: PEOPLE }, (_, i) => i);
const TABLES: Readonly<Record<string, string>> = {
  visits: `SELECT * FROM (VALUES ${ids.flatMap(i => [`(${i}, 1)`, `(${i}, 2)`]).join(', ')}) t(patient, cost)`,
  // whoever has the number 3 is there twice, and counts once
  patients: `SELECT * FROM (VALUES ${[...ids, 3].map((i, place) => `(${i}, ${20 + (place % 50)}, '${i % 2 === 0 ? 'f' : 'm'}')`).join(', ')}) t(id, age, sex)`,
  doses: `SELECT * FROM (VALUES ${ids
    .slice(0, 30)
    .map(i => `(${i}, 2)`)
    .join(', ')}) t(who, dose)`,
};

interface Change {
  readonly replacing?: true;
  readonly concentrated?: true;
  /** Ids of visits are no whole numbers. */
  readonly fractions?: true;
}

interface Clinic {
  readonly data: Data<PolicyInput>;
  readonly told: (sql: string, options: object) => Promise<readonly number[]>;
  /** With a table as a file that is written anew. */
  readonly changed: (table: string) => Promise<void>;
  readonly spent: (table?: string) => Promise<number>;
  readonly disagreements: () => Promise<readonly unknown[]>;
}

export async function inJoinedClinic(work: (clinic: Clinic) => Promise<void>, change: Change = {}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'unit-join-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const write = async (table: string): Promise<void> => {
    const rows = change.fractions && table === 'visits' ? 'SELECT 1.5::DOUBLE AS patient, 1 AS cost' : TABLES[table];
    await connection.run(`COPY (${rows}) TO '${join(folder, `${table}.parquet`)}' (FORMAT parquet)`);
  };
  for (const table of Object.keys(TABLES)) await write(table);
  const policy = {
    source: { engine: 'duckdb', path: join(folder, 'visits.parquet') },
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [
        name,
        {
          ...table,
          path: join(folder, `${name}.parquet`),
          ...(change.replacing && { neighbours: 'replace-one', size: 'public' }),
          ...(change.concentrated && { budget: undefined }),
        },
      ]),
    ),
    budget: {
      ...{ epsilon: 50, delta: 1e-4 },
      ...(change.concentrated && { accounting: 'concentrated', thresholdDelta: 1e-5 }),
    },
    ledger: `sqlite:${join(folder, 'clinic.ledger')}`,
  } as unknown as PolicyInput;
  const data = await open<PolicyInput>(policy);
  try {
    await work({
      data,
      told: async (sql, options) => {
        const { rows } = await (await data.sql(sql)).ask(options as never);
        return rows.flatMap(({ values }) =>
          Object.values(values).map(value => (value as { estimate: number }).estimate),
        );
      },
      changed: write,
      spent: async table => {
        const { spent, byTable } = await data.deployment.ledger.budget();
        return table === undefined
          ? Number(spent.epsilon)
          : Number(byTable.find(each => each.table === table)?.spent.epsilon ?? 0);
      },
      disagreements: async () => (await verifyLedger(join(folder, 'clinic.ledger'), policy)).disagreements,
    });
  } finally {
    await data.close();
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}
