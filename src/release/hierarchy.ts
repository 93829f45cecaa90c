/** Lists that name every value one or more levels up, read from files: any of a custodian's, or those of one folder. */
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { refuse } from '../vocabulary/index.ts';

/** Undefined: any path, for whoever is at the machine. A folder: its files by their names. Null: none. */
export type ListFolder = string | null | undefined;

/** More would not fit beside a statement. */
const NAMES_MAX = 10_000;

/** A file of lines `value;coarser;coarser still`: level 1 is the first that is coarser. Commas do where there is no semicolon. */
export async function readHierarchy(argument: string, lists: ListFolder): Promise<ReadonlyMap<string, string>> {
  const [, file, level = '1'] = /^(.*?)(?::(\d+))?$/.exec(argument) ?? [];
  const text = (lists === undefined ? await anyFile(file) : await fileIn(lists, file)).replace(/^\uFEFF/, '');
  const delimiter = text.includes(';') ? ';' : ',';
  const lines = text.split(/\r?\n/).filter(line => line !== '');
  const names = new Map(lines.map(line => line.split(delimiter)).map(levels => [levels[0], levels[Number(level)]]));
  // an empty name could not be told from none, in a sample of CSV
  const isWhole = [...names.values()].every(name => name !== undefined && name !== '');
  if (names.size === 0 || names.size > NAMES_MAX || Number(level) < 1 || !isWhole)
    return refuse(
      'file_unreadable',
      `${file} must give level ${level} (counted from 1) for every value, in at most ${NAMES_MAX} lines.`,
    );
  return names;
}

const anyFile = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() =>
    refuse('file_unreadable', `${path} cannot be read. Check the path and the permissions.`),
  );

/** Whatever is wrong is said in one sentence: another would tell what lies elsewhere on the machine. */
async function fileIn(folder: string | null, name: string): Promise<string> {
  if (folder === null)
    return refuse(
      'file_unreadable',
      'This service has no hierarchies. The data owner can name a folder with sortition serve --hierarchies.',
    );
  try {
    const [path, inside] = [await realpath(join(folder, name)), (await realpath(folder)) + sep];
    if (PLAIN_NAME.test(name) && path.startsWith(inside)) return await readFile(path, 'utf8');
  } catch {
    // said below
  }
  return refuse('file_unreadable', `There is no file ${name} in the folder of hierarchies.`);
}

const PLAIN_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u;
