/**
 * DuckDB inside this process. Each question gets a connection of its own, so that it can be stopped alone;
 * results are streamed, so that a million groups need no more memory than a few thousand.
 */
import type { DuckdbSource, Policy } from '../../source/index.ts';
import { checkComputed } from '../computed-tables.ts';
import type { Engine } from '../engine.ts';
import type { Report } from '../failure.ts';
import { reachFiles } from '../reachable-files.ts';
import { openCopies } from './copies.ts';
import { lockedInstance } from './instance.ts';
import { rowsOfDuckdb } from './rows.ts';
import type { DuckdbLimits } from './settings.ts';
import { filesOf, makeViews } from './tables.ts';

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
