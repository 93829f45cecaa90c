/** What this process holds as rows of a table in DuckDB, a chunk at a time: one call a chunk, not one a cell. */
import { type DuckDBConnection, DuckDBDataChunk, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';

/** As many as DuckDB works on at once. */
const ROWS_AT_ONCE = 2048;

export interface AppendedTable {
  readonly schema: string;
  readonly name: string;
}

/** Cells of some rows, column by column. */
type Columns = readonly (readonly DuckDBValue[])[];

/** Appended to a table of one column. */
export const appendValues = (
  connection: DuckDBConnection,
  table: AppendedTable,
  type: DuckDBType,
  values: readonly DuckDBValue[],
): Promise<void> => append(connection, table, [type], slices(values));

export const appendRows = (
  connection: DuckDBConnection,
  table: AppendedTable,
  types: readonly DuckDBType[],
  rows: Iterable<readonly DuckDBValue[]> | AsyncIterable<readonly DuckDBValue[]>,
): Promise<void> => append(connection, table, types, gathered(types.length, rows));

function* slices(values: readonly DuckDBValue[]): Generator<Columns> {
  for (let at = 0; at < values.length; at += ROWS_AT_ONCE) yield [values.slice(at, at + ROWS_AT_ONCE)];
}

async function* gathered(
  width: number,
  rows: Iterable<readonly DuckDBValue[]> | AsyncIterable<readonly DuckDBValue[]>,
): AsyncGenerator<Columns> {
  const none = (): DuckDBValue[][] => Array.from({ length: width }, () => []);
  let columns = none();
  for await (const row of rows) {
    for (const [place, cell] of row.entries()) columns[place].push(cell);
    if (columns[0].length < ROWS_AT_ONCE) continue;
    yield columns;
    columns = none();
  }
  if (columns[0].length > 0) yield columns;
}

async function append(
  connection: DuckDBConnection,
  { schema, name }: AppendedTable,
  types: readonly DuckDBType[],
  chunks: Iterable<Columns> | AsyncIterable<Columns>,
): Promise<void> {
  const appender = await connection.createAppender(name, schema);
  try {
    for await (const columns of chunks) {
      const chunk = DuckDBDataChunk.create(types, columns[0].length);
      chunk.setColumns(columns);
      appender.appendDataChunk(chunk);
    }
  } finally {
    appender.closeSync();
  }
}
