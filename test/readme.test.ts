/** The README runs: its code and its commands print what it shows. `npm run docs` writes what they print. */
import { beforeAll, expect, test } from 'vitest';
import { readReadme } from './support/readme.ts';
import { type ReadmeRun, readmeRun } from './support/readme-run.ts';

const readme = readReadme();
let run: ReadmeRun;

beforeAll(async () => {
  run = await readmeRun(readme);
});

test('has examples of both kinds', () => {
  expect(readme.examples.length).toBeGreaterThan(0);
  expect(readme.sessions.length).toBeGreaterThan(0);
});

test.each(readme.examples)('$code', async example => {
  expect((await run.example(example)).trim()).toBe(example.prints.trim());
});

test.each(readme.sessions)('sortition $words', async session => {
  expect((await run.session(session)).trim()).toBe(session.prints.trim());
});

test('an example that shows nothing, or something else, is noticed', () => {
  const [example] = readReadme("```ts\nconsole.log('a');\n```\n\nwords\n").examples;
  expect(example.prints).toBe('(no block of text follows)');
  const [session] = readReadme('```console\n$ npx sortition price\nb\n```\n').sessions;
  expect(session).toEqual({ words: ['price'], prints: 'b\n' });
});
