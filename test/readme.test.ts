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
  expect(session).toEqual({ command: 'npx sortition price', words: ['price'], prints: 'b\n' });
});

test('of noisy answers the words must be the same, of others everything', () => {
  const [noisy] = readReadme(
    '```console noisy\n$ npx sortition ask --sql "SELECT 1"\nn  1,234.5 to -6\n```\n',
  ).sessions;
  expect(noisy.words).toEqual(['ask', '--sql', 'SELECT 1']);
  expect(fixedPart('n 99 to 1e-7', noisy)).toBe(fixedPart(noisy.prints, noisy));
  expect(fixedPart('m 99 to 7', noisy)).not.toBe(fixedPart(noisy.prints, noisy));
  const plain = { prints: noisy.prints };
  expect(fixedPart('n 1', plain)).not.toBe(fixedPart('n 2', plain));
});

test('of what was drawn, the words before the first empty line must be the same', () => {
  const [drawn] = readReadme(
    '```console drawn\n$ npx sortition release check\nGOOD. 1.5 times\n\nward A 3\n```\n',
  ).sessions;
  expect(fixedPart('GOOD. 1.7 times\n\nward B 4', drawn)).toBe(fixedPart(drawn.prints, drawn));
  expect(fixedPart('BAD. 1.7 times\n\nward A 3', drawn)).not.toBe(fixedPart(drawn.prints, drawn));
});
