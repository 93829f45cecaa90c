/**
 * DuckDB on files whose rows it reads one by one. Of a JSON array it would read all or none, so arrays are taken apart first
 * where there is a folder for that.
 */

import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { DuckdbSource } from '../../source/engines/index.ts';
import type { Policy } from '../../source/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { arrayLines } from '../array-lines.ts';
import type { Engine } from '../engine.ts';
import { isGzip, isJsonArray } from '../json-file.ts';
import { makeSpill } from './instance.ts';
import { type DuckdbOptions, openDuckdb } from './open.ts';
import { filesOf, reachFiles } from './tables.ts';

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

interface SplitArrays {
  /** The same tables, on the files of lines. */
  readonly tables: Policy['tables'];
  readonly close: () => Promise<void>;
}

/**
 * The elements of arrays lie one a line in a folder that only its owner can enter, as long as the engine is open, which is that of
 * one state of the files. Undefined where there is nothing to take apart.
 */
async function splitArrays(tables: Policy['tables'], parent: string): Promise<SplitArrays | undefined> {
  const arrays = arraysOf(tables);
  if (arrays.length === 0) return undefined;
  const folder = await makeSpill(parent);
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const lines = new Map(arrays.map((path, place) => [path, join(folder, `${place}.ndjson`)]));
  try {
    for (const [path, into] of lines) await split(path, into);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { tables: onLines(tables, lines), close };
}

const arraysOf = (tables: Policy['tables']): readonly string[] => {
  const files = Object.values(tables).flatMap(({ file }) => (file?.format === 'json' ? [file.path] : []));
  return [...new Set(files.filter(isJsonArray))];
};

async function split(path: string, into: string): Promise<void> {
  await readable(path, async () => {
    const bytes = createReadStream(path, { highWaterMark: BYTES_AT_ONCE });
    const target = createWriteStream(into, { mode: 0o600 });
    if (isGzip(path)) await pipeline(bytes, createGunzip(), arrayLines, target);
    else await pipeline(bytes, arrayLines, target);
  });
}

const BYTES_AT_ONCE = 1_048_576;

const onLines = (tables: Policy['tables'], lines: ReadonlyMap<string, string>): Policy['tables'] =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      const path = table.file && lines.get(table.file.path);
      return [name, path === undefined ? table : { ...table, file: { path, format: 'json' } }];
    }),
  );

/** Files are taken apart byte by byte: whether that fails says nothing of anybody's row. */
async function readable<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    return refuse(
      'file_unreadable',
      `${path} does not exist or cannot be read, or there is no disk space next to the ledger to unpack it.`,
    );
  }
}
