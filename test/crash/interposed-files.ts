/**
 * Stands between the program and the disk: calls of node:fs on paths of the simulated folder go to the machine's disk, and each
 * that changes something is a place where the machine may stop. The product has no switch for it.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import { changeFile, changeNames, type DiskFile, type DiskNode, newFile, newFolder, syncNode } from './disk.ts';
import type { Machine } from './machine.ts';
import { failure, fileAt, folderAt, isSimulated, nameIn, nodeAt, parentOf, roleOf } from './simulated-paths.ts';

const FIRST_DESCRIPTOR = 1_000_000;

interface Opened {
  readonly node: DiskNode;
  readonly role: string;
}

/** Calls that change or read files, over the disk of one machine. */
function callsOf(machine: Machine) {
  const opened: Opened[] = [];
  const at = (descriptor: number): Opened => opened[descriptor - FIRST_DESCRIPTOR] ?? failure('EBADF');
  const open = (path: string, flags: string): number => {
    const isNew = flags.startsWith('wx');
    if (isNew) {
      if (nodeAt(machine, path) !== undefined) failure('EEXIST');
      machine.change(`create ${roleOf(path)}`);
      changeNames(parentOf(machine, path), [[nameIn(path), newFile()]]);
    }
    machine.checkAlive();
    opened.push({ node: nodeAt(machine, path) ?? failure('ENOENT'), role: roleOf(path) });
    return FIRST_DESCRIPTOR + opened.length - 1;
  };
  const write = ({ node, role }: Opened, data: string | Uint8Array, position: number): number => {
    const bytes = Buffer.from(data as string);
    const file = node as DiskFile;
    const put = (part: Buffer): void => changeFile(file, { at: position, bytes: part });
    machine.change(`write ${role}`, () => put(bytes.subarray(0, machine.below(bytes.length + 1))));
    put(bytes);
    return bytes.length;
  };
  const sync = ({ node, role }: Opened): void => {
    machine.change(`sync ${role}`);
    syncNode(node);
  };
  return {
    open,
    at,
    write,
    sync,
    truncate({ node, role }: Opened, size: number) {
      machine.change(`truncate ${role}`);
      changeFile(node as DiskFile, { size });
    },
    read({ node }: Opened, into: Buffer, offset: number, length: number, position: number): number {
      return (node as DiskFile).now.copy(into, offset, position, position + length);
    },
    contents: (path: string): Buffer => fileAt(machine, path).now,
    rename(from: string, to: string) {
      const node = nodeAt(machine, from) ?? failure('ENOENT');
      machine.change(`rename ${roleOf(from)} to ${roleOf(to)}`);
      changeNames(parentOf(machine, to), [
        [nameIn(from), undefined],
        [nameIn(to), node],
      ]);
    },
    link(from: string, to: string) {
      if (nodeAt(machine, to) !== undefined) failure('EEXIST');
      const node = fileAt(machine, from);
      machine.change(`name ${roleOf(to)}`);
      changeNames(parentOf(machine, to), [[nameIn(to), node]]);
    },
    remove(path: string) {
      if (nodeAt(machine, path) === undefined) return;
      machine.change(`remove ${roleOf(path)}`);
      changeNames(parentOf(machine, path), [[nameIn(path), undefined]]);
    },
    makeFolder(path: string) {
      if (nodeAt(machine, path) !== undefined) return;
      machine.change(`make folder ${roleOf(path)}`);
      changeNames(parentOf(machine, path), [[nameIn(path), newFolder()]]);
    },
    isThere: (path: string): boolean => nodeAt(machine, path) !== undefined,
    names: (path: string): string[] => [...folderAt(machine, path).now.keys()],
    size: ({ node }: Opened): number => (node as DiskFile).now.length,
  };
}

type Calls = ReturnType<typeof callsOf>;
type Call = (calls: Calls, ...words: never[]) => unknown;

/** What `node:fs` calls by these names; a descriptor is one of ours by its number, a path by its folder. */
const SYNCHRONOUS: Readonly<Record<string, Call>> = {
  openSync: (calls, path: string, flags: string) => calls.open(path, flags),
  closeSync: () => undefined,
  writeSync: (calls, file: number, data: string, position: number | undefined) =>
    calls.write(calls.at(file), data, position ?? 0),
  writeFileSync: (calls, file: number, data: string) => void calls.write(calls.at(file), data, 0),
  readSync: (calls, file: number, into: Buffer, offset: number, length: number, position: number) =>
    calls.read(calls.at(file), into, offset, length, position),
  fstatSync: (calls, file: number) => ({ size: calls.size(calls.at(file)) }),
  ftruncateSync: (calls, file: number, size: number) => calls.truncate(calls.at(file), size),
  fdatasyncSync: (calls, file: number) => calls.sync(calls.at(file)),
  existsSync: (calls, path: string) => calls.isThere(path),
  readFileSync: read,
  renameSync: (calls, from: string, to: string) => calls.rename(from, to),
  rmSync: (calls, path: string) => calls.remove(path),
  mkdirSync: (calls, path: string) => calls.makeFolder(path),
  chmodSync: () => undefined,
  createReadStream: (calls, path: string) => Readable.from([calls.contents(path)]),
};

function read(calls: Calls, path: string, encoding?: BufferEncoding): Buffer | string {
  return encoding === undefined ? calls.contents(path) : calls.contents(path).toString(encoding);
}

const handleOf = (calls: Calls, file: number) => ({
  fd: file,
  writeFile: async (text: string) => void calls.write(calls.at(file), text, 0),
  sync: async () => calls.sync(calls.at(file)),
  datasync: async () => calls.sync(calls.at(file)),
  close: async () => undefined,
});

const ASYNCHRONOUS: Readonly<Record<string, Call>> = {
  open: async (calls, path: string, flags: string) => handleOf(calls, calls.open(path, flags)),
  readFile: async (calls, path: string, encoding?: BufferEncoding) => read(calls, path, encoding),
  writeFile: async (calls, path: string, text: string, options: { flag?: string; flush?: boolean }) => {
    const file = calls.at(calls.open(path, options.flag ?? 'wx'));
    calls.write(file, text, 0);
    if (options.flush === true) calls.sync(file);
  },
  rename: async (calls, from: string, to: string) => calls.rename(from, to),
  link: async (calls, from: string, to: string) => calls.link(from, to),
  rm: async (calls, path: string) => calls.remove(path),
  mkdir: async (calls, path: string) => calls.makeFolder(path),
  readdir: async (calls, path: string) => calls.names(path),
  lstat: async (calls, path: string) => calls.isThere(path) || failure('ENOENT'),
  access: async (calls, path: string) => void (calls.isThere(path) || failure('ENOENT')),
  chmod: async () => undefined,
};

const isOurs = (where: unknown): boolean =>
  typeof where === 'number' ? where >= FIRST_DESCRIPTOR : typeof where === 'string' && isSimulated(where);

export interface InterposedFiles {
  /** From now on the simulated folder is of this machine. */
  use(machine: Machine): void;
  restore(): void;
}

export function interposeFiles(): InterposedFiles {
  let calls: Calls | undefined;
  const restores: (() => void)[] = [];
  const replace = (object: Record<string, unknown>, ours: Readonly<Record<string, Call>>): void => {
    for (const [name, call] of Object.entries(ours)) {
      const real = object[name] as (...words: unknown[]) => unknown;
      object[name] = (...words: unknown[]) =>
        calls !== undefined && isOurs(words[0]) ? call(calls, ...(words as never[])) : real(...words);
      restores.push(() => {
        object[name] = real;
      });
    }
  };
  replace(fs as unknown as Record<string, unknown>, SYNCHRONOUS);
  replace(fs.promises as unknown as Record<string, unknown>, ASYNCHRONOUS);
  syncBuiltinESMExports();
  return {
    use(machine) {
      calls = callsOf(machine);
    },
    restore() {
      for (const restore of restores) restore();
      syncBuiltinESMExports();
    },
  };
}
