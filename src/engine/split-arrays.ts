/**
 * JSON files that are one array, taken apart: their elements lie one a line in a folder that only its owner can enter, as
 * long as the data are open, and are made again when a file changes.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Policy } from '../source/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';
import { arrayLines } from './array-lines.ts';
import { makeSpill } from './duckdb-instance.ts';
import { fileFingerprint } from './file-fingerprint.ts';
import { isGzip, isJsonArray } from './json-file.ts';

export interface SplitArrays {
  /** The same tables, on the files of lines. */
  readonly tables: Policy['tables'];
  /** Takes apart again what has changed since. */
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Undefined where there is nothing to take apart. */
export async function splitArrays(tables: Policy['tables'], parent: string): Promise<SplitArrays | undefined> {
  const arrays = await arraysOf(tables);
  if (arrays.length === 0) return undefined;
  const folder = await makeSpill(parent);
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const lines = new Map(arrays.map((path, place) => [path, join(folder, `${place}.ndjson`)]));
  const refresh = refreshing(arrays, async () => {
    for (const [path, into] of lines) await split(path, into);
  });
  try {
    await refresh();
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { tables: onLines(tables, lines), refresh, close };
}

async function arraysOf(tables: Policy['tables']): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { file } of Object.values(tables))
    if (file?.format === 'json' && (await readable(file.path, () => isJsonArray(file.path)))) found.add(file.path);
  return [...found];
}

/** Whoever comes while it is done waits for it; what failed is tried again. */
function refreshing(paths: readonly string[], remake: () => Promise<void>): () => Promise<void> {
  let made: string | undefined;
  let last: Promise<void> = Promise.resolve();
  const next = async (): Promise<void> => {
    const found = await fileFingerprint(paths);
    if (found === made) return;
    made = undefined;
    await remake();
    made = found;
  };
  return () => {
    last = last.catch(() => {}).then(next);
    return last;
  };
}

async function split(path: string, into: string): Promise<void> {
  const making = `${into}.new`;
  await readable(path, async () => {
    const { atimeNs, mtimeNs } = await stat(path, { bigint: true });
    const bytes = createReadStream(path, { highWaterMark: BYTES_AT_ONCE });
    const target = createWriteStream(making, { mode: 0o600 });
    if (isGzip(path)) await pipeline(bytes, createGunzip(), arrayLines, target);
    else await pipeline(bytes, arrayLines, target);
    // copies of samples are found again by the time of what they were drawn from
    await utimes(making, seconds(atimeNs), seconds(mtimeNs));
    await rename(making, into);
  });
}

const BYTES_AT_ONCE = 1_048_576;

const seconds = (nanoseconds: bigint): number => Number(nanoseconds) / 1e9;

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
      `${path} is not there, may not be read, or has no room beside the ledger to be taken apart.`,
    );
  }
}
