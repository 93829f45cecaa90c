/**
 * DuckDB on files whose rows it reads one by one. Of a JSON array it would read all or none, so arrays are taken apart first
 * where there is a folder for that, and again before a question where they have changed.
 */
import type { DuckdbSource, Policy } from '../source/index.ts';
import { type DuckdbOptions, openDuckdb } from './duckdb.ts';
import type { Engine } from './engine.ts';
import { opaqueFailure } from './failure.ts';
import { splitArrays } from './split-arrays.ts';

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
  const { report = () => {} } = options;
  const refreshAfterCharge = (): Promise<void> =>
    split.refresh().catch(thrown => {
      throw opaqueFailure(thrown, report);
    });
  return {
    ...engine,
    async reach() {
      await split.refresh();
      await engine.reach();
    },
    async *run(queries, limits) {
      await refreshAfterCharge();
      yield* engine.run(queries, limits);
    },
    async fingerprint() {
      await split.refresh();
      return engine.fingerprint();
    },
    async copy(wanted) {
      await refreshAfterCharge();
      return engine.copy(wanted);
    },
    async close() {
      await engine.close();
      await split.close();
    },
  };
}
