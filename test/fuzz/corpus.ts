/** Texts that once did what must never happen: one small file each, replayed by the suite. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folderOf = (target: string): string => fileURLToPath(new URL(`./corpus/${target}`, import.meta.url));

export interface Kept {
  readonly file: string;
  readonly text: string;
}

export function keptOf(target: string): readonly Kept[] {
  const folder = folderOf(target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map(file => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));
}

/** Named by what it is, so that the same is kept once. */
export function keep(target: string, kind: string, text: string): string {
  const folder = folderOf(target);
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/${kind}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
  writeFileSync(path, text);
  return path;
}
