/** Whether the files of a policy are still there: looked at before anything is charged. */
import { access } from 'node:fs/promises';
import { refuse } from '../vocabulary/index.ts';

export async function reachFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) await access(path).catch(() => refuse('file_unreadable', `${path} no longer exists.`));
}
