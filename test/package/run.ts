/** Runs a command to its end. */
import { spawnSync } from 'node:child_process';

/** What a command prints; one that ends badly throws, with all it said. */
export const run = (folder: string, command: string, words: readonly string[]): string => {
  const { stdout, stderr, status } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`);
  return stdout;
};
