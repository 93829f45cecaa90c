/**
 * A disk in memory that knows what is durable: contents once their file was synced, names once their folder was. When the power
 * goes, of everything else chance keeps what it likes: all, nothing, some, or a torn part.
 */
import type { Below } from '../../src/random/index.ts';

export interface DiskFile {
  readonly kind: 'file';
  durable: Buffer;
  now: Buffer;
  unsynced: FileChange[];
}

export interface DiskFolder {
  readonly kind: 'folder';
  durable: Map<string, DiskNode>;
  now: Map<string, DiskNode>;
  /** Each happens whole or not at all: a rename takes one name away and gives another. */
  unsynced: NameChange[];
}

export type DiskNode = DiskFile | DiskFolder;
type FileChange = { readonly at: number; readonly bytes: Buffer } | { readonly size: number };
type NameChange = readonly (readonly [name: string, node: DiskNode | undefined])[];

export const newFile = (): DiskFile => ({
  kind: 'file',
  durable: Buffer.alloc(0),
  now: Buffer.alloc(0),
  unsynced: [],
});

export const newFolder = (): DiskFolder => ({ kind: 'folder', durable: new Map(), now: new Map(), unsynced: [] });

export function changeFile(file: DiskFile, change: FileChange): void {
  file.unsynced.push(change);
  file.now = changed(file.now, change);
}

export function changeNames(folder: DiskFolder, change: NameChange): void {
  folder.unsynced.push(change);
  named(folder.now, change);
}

/** Of a file its contents, of a folder its names. */
export function syncNode(node: DiskNode): void {
  if (node.kind === 'file') node.durable = node.now;
  else node.durable = new Map(node.now);
  node.unsynced = [];
}

function changed(bytes: Buffer, change: FileChange): Buffer {
  if ('size' in change)
    return Buffer.concat([bytes, Buffer.alloc(Math.max(0, change.size - bytes.length))], change.size);
  const end = change.at + change.bytes.length;
  const result = Buffer.concat([bytes, Buffer.alloc(Math.max(0, end - bytes.length))]);
  change.bytes.copy(result, change.at);
  return result;
}

function named(names: Map<string, DiskNode>, change: NameChange): void {
  for (const [name, node] of change) {
    if (node === undefined) names.delete(name);
    else names.set(name, node);
  }
}

/** The power goes: what was not synced is kept as chance will have it, and what is kept is durable afterwards. */
export function losePower(node: DiskNode, below: Below, lost = new Set<DiskNode>()): void {
  // two names of one file keep the same
  if (lost.has(node)) return;
  lost.add(node);
  if (node.kind === 'file') {
    for (const change of survivors(node.unsynced, below)) node.durable = changed(node.durable, torn(change, below));
    node.now = node.durable;
  } else {
    for (const change of survivors(node.unsynced, below)) named(node.durable, change);
    node.now = new Map(node.durable);
    for (const child of node.now.values()) losePower(child, below, lost);
  }
  node.unsynced = [];
}

/** Nothing, everything, the first of them, or any of them: disks and file systems differ. */
function survivors<Change>(changes: readonly Change[], below: Below): readonly Change[] {
  if (changes.length === 0) return changes;
  switch (below(4)) {
    case 0:
      return [];
    case 1:
      return changes;
    case 2:
      return changes.slice(0, below(changes.length + 1));
    default:
      return changes.filter(() => below(2) === 0);
  }
}

const SECTOR = 512;

/** A write that was under way: whole, cut off, cut off with its length, or with a sector missing in the middle. */
function torn(change: FileChange, below: Below): FileChange {
  if ('size' in change || below(2) === 0) return change;
  const { at, bytes } = change;
  const cut = below(bytes.length + 1);
  if (below(2) === 0) return { at, bytes: bytes.subarray(0, cut) };
  const result = Buffer.from(bytes);
  const first = Math.max(0, Math.floor((at + cut) / SECTOR) * SECTOR - at);
  const end = below(2) === 0 ? first + SECTOR - ((at + first) % SECTOR) : bytes.length;
  result.fill(0, first, Math.min(end, bytes.length));
  return { at, bytes: result };
}
