/** An instance of DuckDB that was shown what it may read, and then locked: nothing it is asked later can open more. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { refuse } from '../../vocabulary/index.ts';
import { isGone } from '../maker.ts';
import { type DuckdbLimits, duckdbOptions, hardening } from './settings.ts';

export interface Confines {
  readonly limits: DuckdbLimits;
  readonly files: readonly string[];
  readonly spillInto: string | undefined;
}

export interface LockedInstance<Prepared> {
  readonly instance: DuckDBInstance;
  /** What was found while it was still open. */
  readonly prepared: Prepared;
  readonly close: () => Promise<void>;
}

export async function lockedInstance<Prepared>(
  { limits, files, spillInto }: Confines,
  prepare: (connection: DuckDBConnection) => Promise<Prepared>,
): Promise<LockedInstance<Prepared>> {
  const instance = await DuckDBInstance.create(':memory:', duckdbOptions(limits));
  let spill: string | undefined;
  const close = async (): Promise<void> => {
    instance.closeSync();
    if (spill !== undefined) await rm(spill, { recursive: true, force: true });
  };
  try {
    if (spillInto !== undefined) spill = await makeSpill(spillInto);
    const connection = await instance.connect();
    const prepared = await prepare(connection);
    for (const statement of hardening(files, spill)) await connection.run(statement);
    connection.closeSync();
    return { instance, prepared, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Such a folder can be entered by its owner only. Those of processes that were killed are swept away: they hold people. */
export async function makeSpill(parent: string): Promise<string> {
  for (const name of await readdir(parent).catch(() => [])) {
    const [, maker] = /^spill-(\d+)-\w+$/.exec(name) ?? [];
    if (maker !== undefined && isGone(maker)) await rm(join(parent, name), { recursive: true, force: true });
  }
  return mkdtemp(join(parent, `spill-${process.pid}-`)).catch(() =>
    refuse('file_unwritable', `${parent} cannot be used for data that exceed memory. Check its disk and permissions.`),
  );
}
