/** The clinic's visits as Parquet. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { PolicyInput } from '../../src/source/index.ts';
import { type Clinic, clinicPolicy } from '../support/clinic.ts';

export const parquetPolicy = {
  ...clinicPolicy,
  source: { engine: 'duckdb', path: 'visits.parquet' },
  tables: { visits: clinicPolicy.tables.visits },
} satisfies PolicyInput;

export async function writeParquet({ path }: Clinic): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (FROM read_csv('${path('visits.csv')}')) TO '${path('visits.parquet')}'`);
  instance.closeSync();
}
