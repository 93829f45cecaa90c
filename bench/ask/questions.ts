/** Two who answer from the same file: Sortition by its whole road, and DuckDB by a query that a person wrote. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { open } from '../../src/index.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { folder, visits, WARDS } from './visits.ts';

/** The unit of privacy: a row, or a patient of whom so many rows count. */
export type Unit = 'row' | { readonly rowsPerUnit: number };

const policyFor = (path: string, ledger: string, unit: Unit): PolicyInput => ({
  source: { engine: 'duckdb', path },
  tables: {
    visits: {
      ...(unit === 'row' ? {} : { unit: 'patient', rowsPerUnit: unit.rowsPerUnit }),
      columns: {
        region: { type: 'integer', min: 0, max: 4, ...(unit !== 'row' && { perUnit: true }) },
        ward: { type: 'category', values: [...WARDS] },
        cost: { type: 'number', min: 0, max: 1000, step: 0.01 },
      },
    },
  },
  budget: { epsilon: 1_000_000 },
  ledger: `sqlite:${ledger}`,
});

/** Asks again and again, each time for new noise: opened at the first turn, with a ledger that goes with the process. */
export function privately(rows: number, unit: Unit, text: string): () => Promise<unknown> {
  let opened: Promise<(text: string) => Promise<unknown>> | undefined;
  const opening = async (): Promise<(text: string) => Promise<unknown>> => {
    const path = await visits(rows);
    const own = temporaryFolder();
    const data = await open<PolicyInput>(policyFor(path, join(own, 'visits.ledger'), unit));
    return async asked => (await (await data.sql(asked)).ask({ epsilon: 1, fresh: true })).rows;
  };
  return async () => {
    opened ??= opening();
    return (await opened)(text);
  };
}

/** The same engine with the same limits, and none of the rest. */
export function byHand(rows: number, text: string): () => Promise<unknown> {
  let connected: ReturnType<typeof connect> | undefined;
  return async () => {
    connected ??= connect(await visits(rows));
    const found = await (await connected).runAndReadAll(text);
    return found.getRowsJson();
  };
}

async function connect(path: string) {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: '1024MB',
    temp_directory: temporaryFolder(),
    preserve_insertion_order: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`CREATE VIEW visits AS SELECT * FROM read_parquet('${path}')`);
  return connection;
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(folder, 'run-'));
  process.on('exit', () => rmSync(path, { recursive: true, force: true }));
  return path;
}
