/** Rows of this process as rows of a table in DuckDB, a chunk at a time: one call a chunk, not one a cell. */
import { type DuckDBConnection, DuckDBDataChunk, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';

/** As many as DuckDB works on at once. */
const ROWS_AT_ONCE = 2048;

export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  types: readonly DuckDBType[],
  rows: Iterable<readonly DuckDBValue[]> | AsyncIterable<readonly DuckDBValue[]>,
): Promise<void> {
  const appender = await connection.createAppender(table);
  let waiting: (readonly DuckDBValue[])[] = [];
  const append = (): void => {
    const chunk = DuckDBDataChunk.create(types, waiting.length);
    chunk.setRows(waiting);
    appender.appendDataChunk(chunk);
    waiting = [];
  };
  try {
    for await (const row of rows) {
      waiting.push(row);
      if (waiting.length === ROWS_AT_ONCE) append();
    }
    if (waiting.length > 0) append();
  } finally {
    appender.closeSync();
  }
}
