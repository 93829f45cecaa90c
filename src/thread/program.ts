/** Where the program of a thread lies, in the sources and in what was built from them. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * `path` is the program from `src` on, without its ending; `from` the file that starts it. Beside that file in the sources,
 * and below or beside it where everything was built into few files.
 */
export function threadProgram(path: string, from: string): URL | undefined {
  const ending = from.slice(from.lastIndexOf('.'));
  return [`./${basename(path)}`, `./${path}`, `../${path}`]
    .map(place => new URL(`${place}${ending}`, from))
    .find(url => existsSync(url));
}
