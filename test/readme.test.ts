/** The README runs: its code and its commands print what it shows. `npm run docs` writes what they print. */
import { beforeAll, expect, test } from 'vitest';
import { fixedPart, readReadme } from './support/readme.ts';
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
  expect(fixedPart(await run.example(example), example)).toBe(fixedPart(example.prints, example));
});

test.each(readme.sessions)('sortition $words', async session => {
  expect(fixedPart(await run.session(session), session)).toBe(fixedPart(session.prints, session));
});

test('an example that shows nothing, or something else, is noticed', () => {
  const [example] = readReadme("```ts\nconsole.log('a');\n```\n\nwords\n").examples;
  expect(example.prints).toBe('(no block of text follows)');
  const [session] = readReadme('```console\n$ npx sortition price\nb\n```\n').sessions;
  expect(session).toEqual({ command: 'npx sortition price', words: ['price'], prints: 'b\n', noisy: false });
});

test('of noisy answers the words must be the same, of others everything', () => {
  const [noisy] = readReadme(
    '```console noisy\n$ npx sortition ask --sql "SELECT 1"\nn  1,234.5 to -6\n```\n',
  ).sessions;
  expect(noisy.words).toEqual(['ask', '--sql', 'SELECT 1']);
  expect(fixedPart('n 99 to 1e-7', noisy)).toBe(fixedPart(noisy.prints, noisy));
  expect(fixedPart('m 99 to 7', noisy)).not.toBe(fixedPart(noisy.prints, noisy));
  expect(fixedPart('n 1', { ...noisy, noisy: false })).not.toBe(fixedPart('n 2', { ...noisy, noisy: false }));
});
