/** Tables of a database that are computed when they are read: what they show may depend on the clock or on chance. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckdbSource, Policy } from '../source/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { DATABASE } from './duckdb/tables.ts';

/** Views, and tables with generated columns, which DuckDB keeps as expressions. */
const COMPUTED = `SELECT view_name FROM duckdb_views() WHERE database_name = '${DATABASE}' UNION ALL
  SELECT table_name FROM duckdb_tables() WHERE database_name = '${DATABASE}' AND contains(sql, 'GENERATED ALWAYS AS')`;

/**
 * The state of a file is known by when it was written. A view of the last thirty days is another table tomorrow, although nobody
 * wrote anything, and parts of both days would be priced as parts of one. So its owner must name the state.
 */
export async function checkComputed(
  connection: DuckDBConnection,
  { version }: DuckdbSource,
  tables: Policy['tables'],
): Promise<void> {
  const names = Object.entries(tables).flatMap(([name, { file }]) => (file === undefined ? [name] : []));
  if (version !== undefined || names.length === 0) return;
  const folded = new Set(names.map(name => name.toLowerCase()));
  const computed = (await connection.runAndReadAll(COMPUTED)).getRows().map(([name]) => String(name));
  const found = computed.find(name => folded.has(name.toLowerCase()));
  if (found === undefined) return;
  refuse(
    'version_needed',
    `Table ${found} is a view or has generated columns, so its rows may change although the file does not. Make ` +
      'it a plain table, or give the source a version in the policy, and a new version whenever its rows change.',
  );
}
