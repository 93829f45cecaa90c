/**
 * The anchor: a file on another disk that remembers how far the ledger had come, and what was spent by then.
 * One line a write, only ever appended: `entry head epsilon delta`, and rho where the budget is concentrated; a
 * dash stands for an epsilon that bounds nothing. The last line tells whether the ledger was cut short
 * or replaced; the lines before it tell where two histories parted, so that recovery charges no more than was lost.
 */
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CountedLoss, counts } from '../../amounts/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import type { Receipt } from '../ledger.ts';
import { sync, withSyncedFile } from '../synced-file.ts';

export interface AnchorLine extends Receipt {
  /** All that was spent up to this entry. */
  readonly spent: CountedLoss;
}

/** Used only inside the ledger's write transaction: one writer at a time. */
export interface AnchorFile {
  /** Nothing where there is no anchor yet. */
  last(): AnchorLine | undefined;
  /** In the order they were written; none where there is no anchor yet. */
  lines(): readonly AnchorLine[];
  /** This is its last line, and on disk, when it resolves: also where somebody wrote it who died before it was. */
  keep(line: AnchorLine): Promise<void>;
}

const header = 'sortition anchor 1\n';
/** Holds the longest line twice: an amount has at most 1,074 decimals. */
const tailBytes = 8192;

export function anchorFile(path: string): AnchorFile {
  /** The head of the last line that this process knows to be on disk. */
  let onDisk: string | undefined;
  const last = (): AnchorLine | undefined => withFile(path, file => lastLine(tailOf(file)));
  return {
    last,
    lines: () => {
      const tail = withFile(path, tailOf);
      return tail === undefined ? [] : linesOf(readFileSync(path, 'latin1').slice(0, tail.end));
    },
    async keep(line) {
      try {
        if (last()?.head !== line.head) await append(path, line);
        else if (onDisk !== line.head) await sync(path);
        // whoever made the file may have died before its name was
        if (onDisk === undefined) await sync(dirname(path));
        onDisk = line.head;
      } catch (caught) {
        unwritable(caught);
      }
    },
  };
}

/** The end of a file up to its last whole line: a line that a crash cut off or tore was never promised to anybody. */
interface Tail {
  readonly text: string;
  /** Where the next line belongs. */
  readonly end: number;
}

/** Nothing where even the header is not whole. */
function tailOf(file: number): Tail | undefined {
  const { size } = fstatSync(file);
  const first = textAt(file, 0, header.length);
  if (first !== header) return header.startsWith(first.replace(/\0+$/, '')) ? undefined : unreadable();
  const from = Math.max(0, size - tailBytes);
  const text = textAt(file, from, size - from);
  const length = wholeLength(text);
  return { text: text.slice(0, length), end: from + length };
}

/** A file may have grown before all of its bytes reached the disk: what is missing reads as zeros, which no line has. */
function wholeLength(text: string): number {
  const end = text.lastIndexOf('\n') + 1;
  const start = text.lastIndexOf('\n', end - 2) + 1;
  return text.slice(start, end).includes('\0') ? start : end;
}

function textAt(file: number, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString('latin1', 0, readSync(file, bytes, 0, length, position));
}

function lastLine(tail: Tail | undefined): AnchorLine | undefined {
  const line = tail?.text.trimEnd().split('\n').at(-1);
  return line === undefined || line === header.trimEnd() ? undefined : parsed(line);
}

const linesOf = (text: string): AnchorLine[] => text.slice(header.length).split('\n').slice(0, -1).map(parsed);

function parsed(line: string): AnchorLine {
  const found = /^(\d+) ([0-9a-f]{64}) ([\d.]+|-) ([\d.]+)(?: ([\d.]+))?$/.exec(line);
  if (found === null) return unreadable();
  const [, entry, head, epsilon, delta, rho] = found as (string | undefined)[] as [
    string,
    string,
    string,
    string,
    string,
    string?,
  ];
  const spent = counts.written({ epsilon: epsilon === '-' ? null : epsilon, delta, ...(rho !== undefined && { rho }) });
  return { entry: Number(entry), head, spent };
}

function append(path: string, { entry, head, spent }: AnchorLine): Promise<void> {
  const isNew = !existsSync(path);
  const { epsilon, delta, rho } = counts.text(spent);
  const amounts = [epsilon ?? '-', delta, ...(rho === undefined ? [] : [rho])].join(' ');
  return withSyncedFile(path, isNew ? 'wx+' : 'r+', file => {
    const tail = tailOf(file);
    const end = tail?.end ?? 0;
    if (fstatSync(file).size > end) ftruncateSync(file, end);
    writeSync(file, `${tail === undefined ? header : ''}${entry} ${head} ${amounts}\n`, end);
  });
}

function withFile<T>(path: string, read: (file: number) => T): T | undefined {
  if (!existsSync(path)) return undefined;
  const file = opened(path);
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
}

const unreadable = (): never =>
  refuse(
    'anchor_missing',
    'The anchor file named in the policy is damaged or is not an anchor. Restore it, or name another file.',
  );

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (caught) {
    return unwritable(caught);
  }
}

/** The words of the operating system hold paths: only that it failed is said. */
function unwritable(caught: unknown): never {
  if (!(caught instanceof Error && 'code' in caught && typeof caught.code === 'string' && 'errno' in caught))
    throw caught;
  return refuse(
    'ledger_unwritable',
    'The anchor of the ledger cannot be read or written. Check its disk and permissions.',
  );
}
