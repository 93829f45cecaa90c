/** Whether a JSON file is taken for one array or for an object a line: by its name alone, for its first character may be a row's. */
import { refuse } from '../vocabulary/index.ts';

/** Files of these names have an object a line, whatever they begin with. */
const OF_LINES = /\.(ndjson|jsonl)(\.gz|\.zst)?$/i;

const GZIP = /\.gz$/i;

export const isGzip = (path: string): boolean => GZIP.test(path);

export function isJsonArray(path: string): boolean {
  if (OF_LINES.test(path)) return false;
  if (/\.zst$/i.test(path))
    return refuse(
      'file_unreadable',
      `${path} may be a JSON array, which cannot be read with this compression. Name it .ndjson.zst if it has one object per line; otherwise decompress it or use gzip.`,
    );
  return true;
}
