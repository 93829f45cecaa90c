/** Whether files are still the ones that were read: their sizes and times, hashed. No content is looked at. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { refuse } from '../vocabulary/index.ts';

export async function fileFingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const { size, mtimeNs } = await stat(path, { bigint: true }).catch(() =>
      refuse('file_unreadable', `${path} is not there any more.`),
    );
    hash.update(`${size}:${mtimeNs}\n`);
  }
  return hash.digest('hex');
}
