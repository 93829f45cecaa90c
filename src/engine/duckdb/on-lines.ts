/**
 * DuckDB on files whose rows it reads one by one. Of a JSON array it would read all or none, so arrays are taken apart first
 * where there is a folder for that.
 */
import type { DuckdbSource, Policy } from '../../source/index.ts';
import type { Engine } from '../engine.ts';
import { reachFiles } from '../reachable-files.ts';
import { splitArrays } from '../split-arrays.ts';
import { type DuckdbOptions, openDuckdb } from './open.ts';
import { filesOf } from './tables.ts';

export async function openDuckdbOnLines(
  source: DuckdbSource,
  tables: Policy['tables'],
  options: DuckdbOptions,
): Promise<Engine> {
  const split = options.spillInto === undefined ? undefined : await splitArrays(tables, options.spillInto);
  if (split === undefined) return openDuckdb(source, tables, options);
  const engine = await openDuckdb(source, split.tables, options).catch(async thrown => {
    await split.close();
    throw thrown;
  });
  return {
    ...engine,
    // the lines stay where they are; whoever takes the files away means that they are not asked any more
    async reach() {
      await reachFiles(filesOf(source, tables));
      await engine.reach();
    },
    async close() {
      await engine.close();
      await split.close();
    },
  };
}
