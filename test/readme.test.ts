/** The README runs: its code and its commands, on the sources as they are, print what it shows. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { buildCommand, type Run } from './support/command.ts';
import { readReadme } from './support/readme.ts';

const { examples, sessions, files } = readReadme();
const folder = join('.tmp', 'readme');
let run: Run;

beforeAll(async () => {
  run = await buildCommand('readme');
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});

/** The package's own name leads to what was built last; here it must lead to the sources. */
const onSources = (code: string): string =>
  code.replace(/from 'sortition(\/\w+)?'/g, (_, door = '') => `from '${pathToFileURL(`src${door}/index.ts`).href}'`);

test('has examples of both kinds', () => {
  expect(examples.length).toBeGreaterThan(0);
  expect(sessions.length).toBeGreaterThan(0);
});

test.each(examples)('$code', async ({ code, prints }) => {
  const path = join(folder, 'example.ts');
  writeFileSync(path, onSources(code));
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', path]);
  expect(stdout.trim()).toBe(prints.trim());
});

test.each(sessions)('sortition $words', async ({ words, prints }) => {
  const placed = words.map(word =>
    word in files ? join(folder, word) : word.endsWith('.svg') ? join(folder, word) : word,
  );
  const { exit, out } = await run(placed);
  expect(exit).toBe(0);
  expect(out.trim().replaceAll(`${folder}/`, '')).toBe(prints.trim());
});
