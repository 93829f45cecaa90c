/**
 * DuckDB inside this process. Each question gets a connection of its own, so that it can be stopped alone;
 * results are streamed, so that a million groups need no more memory than a few thousand.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { DuckdbSource } from '../../source/engines/index.ts';
import type { Policy } from '../../source/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Engine } from '../engine.ts';
import type { Report } from '../failure.ts';
import { openCopies } from './copies.ts';
import { lockedInstance } from './instance.ts';
import { rowsOfDuckdb } from './rows.ts';
import type { DuckdbLimits } from './settings.ts';
import { DATABASE, filesOf, makeViews, reachFiles } from './tables.ts';

export interface DuckdbOptions extends Partial<DuckdbLimits> {
  /** A folder of the custodian's, where queries larger than the memory may spill; without it they fail. */
  readonly spillInto?: string;
  /** A folder of the custodian's, in which samples are kept in one that only its owner can enter; without it none is. */
  readonly copiesInto?: string;
  readonly report?: Report;
}

const MEMORY_MEGABYTES = 1024;

export async function openDuckdb(
  source: DuckdbSource,
  tables: Policy['tables'],
  { spillInto, copiesInto, report = () => {}, memoryMegabytes = MEMORY_MEGABYTES, threads }: DuckdbOptions = {},
): Promise<Engine> {
  const limits = { memoryMegabytes, ...(threads !== undefined && { threads }) };
  const files = filesOf(source, tables);
  const { instance, prepared, close } = await lockedInstance({ limits, files, spillInto }, async connection => {
    const catalogue = await makeViews(connection, source, tables);
    await checkComputed(connection, source, tables);
    return catalogue;
  });
  const copies = openCopies({ source, tables, catalogue: prepared, limits, spillInto, copiesInto, report });
  const run: Engine['run'] = (queries, limits = {}) => rowsOfDuckdb(instance, queries, limits, report);
  return {
    dialect: 'duckdb',
    catalogue: prepared,
    reach: () => reachFiles(files),
    // files have no snapshots: whoever asks looks whether they are still the same
    snapshot: async () => ({ run, end: async () => {} }),
    run,
    copy: copies.copy,
    forget: copies.forget,
    close: async () => {
      await copies.close();
      await close();
    },
  };
}

/** Views, and tables with generated columns, which DuckDB keeps as expressions. */
const COMPUTED = `SELECT view_name FROM duckdb_views() WHERE database_name = '${DATABASE}' UNION ALL
  SELECT table_name FROM duckdb_tables() WHERE database_name = '${DATABASE}' AND contains(sql, 'GENERATED ALWAYS AS')`;

/**
 * Tables of a database that are computed when they are read may show what the clock or chance says.
 * The state of a file is known by when it was written. A view of the last thirty days is another table tomorrow, although nobody
 * wrote anything, and parts of both days would be priced as parts of one. So its owner must name the state.
 */
async function checkComputed(
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
