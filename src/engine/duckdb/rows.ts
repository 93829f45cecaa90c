/** The rows of queries, one connection and one read-only transaction for all of them. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { SqlQuery } from '../../sql/index.ts';
import { deadline } from '../deadline.ts';
import type { EngineLimits, EngineRow } from '../engine.ts';
import type { Report } from '../failure.ts';
import { boundForDuckdb, cellOfDuckdb } from './values.ts';

export async function* rowsOfDuckdb(
  instance: DuckDBInstance,
  queries: readonly SqlQuery[],
  limits: EngineLimits,
  report: Report,
): AsyncGenerator<EngineRow> {
  let connection: DuckDBConnection | undefined;
  const work = deadline(limits, () => connection?.interrupt());
  try {
    work.check();
    connection = await instance.connect();
    await connection.run('BEGIN TRANSACTION READ ONLY');
    for (const [place, query] of queries.entries()) {
      work.check();
      const result = await connection.stream(query.text, ...boundForDuckdb(query));
      for await (const chunk of result) {
        work.check();
        for (const row of chunk.getRows())
          yield { query: place, cells: row.map((value, column) => cellOfDuckdb(value, query.columns[column])) };
      }
    }
  } catch (thrown) {
    throw work.refusalFor(thrown, report);
  } finally {
    work.end();
    connection?.interrupt();
    connection?.closeSync();
  }
}
