/** Paths of the simulated folder: databases are real files there, in memory where the system has such a place; all else is simulated. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { DiskFile, DiskFolder, DiskNode } from './disk.ts';
import type { Machine } from './machine.ts';

export const SIMULATED = join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), `sortition-simulated-${process.pid}`);

/** What SQLite writes by itself. */
const DATABASE = /^[a-z0-9-]+\.(ledger|store)(\.lock|\.holder-[0-9a-f-]+)?(-wal|-shm|-journal)?$/;

export const isSimulated = (path: string): boolean => path.startsWith(SIMULATED) && !DATABASE.test(basename(path));

export const nameIn = (path: string): string => basename(path);

export function nodeAt({ root }: Machine, path: string): DiskNode | undefined {
  let node: DiskNode | undefined = root;
  for (const name of path.slice(SIMULATED.length).split('/').filter(Boolean))
    node = node?.kind === 'folder' ? node.now.get(name) : undefined;
  return node;
}

export function fileAt(machine: Machine, path: string): DiskFile {
  const node = nodeAt(machine, path);
  return node?.kind === 'file' ? node : failure('ENOENT');
}

export function folderAt(machine: Machine, path: string): DiskFolder {
  const node = nodeAt(machine, path);
  return node?.kind === 'folder' ? node : failure('ENOENT');
}

export const parentOf = (machine: Machine, path: string): DiskFolder => folderAt(machine, dirname(path));

/** What a file is for, without what is new in every run. */
export const roleOf = (path: string): string =>
  path.slice(SIMULATED.length + 1).replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|\d+/g, '*') || 'the folder';

/** As the operating system says it. */
export const failure = (code: string): never => {
  throw Object.assign(new Error(code), { code, errno: -1, syscall: 'simulated' });
};
