import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { threadProgram } from './index.ts';

const PATH = 'forecast/simulation-worker';

/** The folder of a package with one file in it. */
function holding(file: string): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'sortition-thread-'));
  for (const part of ['forecast', 'cli']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, file), '');
  return name => pathToFileURL(join(folder, name)).href;
}

test('a program is found beside its starter, below it, and beside its folder, with the ending of the starter', () => {
  const sources = holding('forecast/simulation-worker.ts');
  expect(threadProgram(PATH, sources('forecast/threads.ts'))?.href).toBe(sources('forecast/simulation-worker.ts'));
  const built = holding('forecast/simulation-worker.js');
  for (const starter of ['chunk.js', 'cli/main.js'])
    expect(threadProgram(PATH, built(starter))?.href).toBe(built('forecast/simulation-worker.js'));
  expect(threadProgram(PATH, built('forecast/threads.ts'))).toBeUndefined();
});
