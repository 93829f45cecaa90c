/** Whether a JSON file is one array or has an object a line: by its name, or by its first character, and never by a row. */
import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { refuse } from '../vocabulary/index.ts';

/** Files of these names have an object a line, whatever they begin with. */
const OF_LINES = /\.(ndjson|jsonl)(\.gz|\.zst)?$/i;

const GZIP = /\.gz$/i;

export const isGzip = (path: string): boolean => GZIP.test(path);

export async function isJsonArray(path: string): Promise<boolean> {
  if (OF_LINES.test(path)) return false;
  if (/\.zst$/i.test(path))
    return refuse(
      'file_unreadable',
      `${path} may be an array, which cannot be taken apart under this compression. Name it .ndjson.zst if it has one object a line; otherwise decompress it, or use gzip.`,
    );
  const start = await startOf(path);
  const text = (isGzip(path) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start).toString('latin1');
  return /^(\u00EF\u00BB\u00BF)?[ \t\r\n]*\[/.test(text);
}

const START_BYTES = 65_536;

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
