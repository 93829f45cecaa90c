/** The README runs: its code and its commands print what it shows. `npm run docs` writes what they print. */
import { describe, expect, test } from 'vitest';
import { fixedPart, intervalsWithoutTheirEstimate, type Readme, readReadme, type Step } from './support/readme.ts';
import { testPage } from './support/readme-test.ts';

const readme = readReadme();
const kinds = ({ steps }: Readme) => new Set(steps.map(({ kind }) => kind));

test('has examples of both kinds', () => expect(kinds(readme)).toEqual(new Set(['example', 'session'])));

describe('from top to bottom', () => testPage(readme, 'readme'));

/** The only step of a page. */
function only<Kind extends Step['kind']>(kind: Kind, text: string): Extract<Step, { kind: Kind }> {
  const { steps } = readReadme(text);
  expect(steps).toMatchObject([{ kind }]);
  return steps[0] as Extract<Step, { kind: Kind }>;
}

test('an example that shows nothing, or something else, is noticed', () => {
  const example = only('example', "```ts\nconsole.log('a');\n```\n\nwords\n");
  expect(example.prints).toBe('(no block of text follows)');
  const session = only('session', '```console\n$ npx sortition price\nb\n```\n');
  expect(session).toMatchObject({ command: 'npx sortition price', prints: 'b\n' });
});

test('of noisy answers the words must be the same, of others everything', () => {
  const noisy = only('session', '```console noisy\n$ npx sortition ask --sql "SELECT 1"\nn  1,234.5 to -6\n```\n');
  expect(noisy.words).toEqual(['npx', 'sortition', 'ask', '--sql', 'SELECT 1']);
  expect(fixedPart('n 99 to 1e-7', noisy)).toBe(fixedPart(noisy.prints, noisy));
  expect(fixedPart('m 99 to 7', noisy)).not.toBe(fixedPart(noisy.prints, noisy));
  const plain = { prints: 'n 1' };
  expect(fixedPart('n 1', plain)).not.toBe(fixedPart('n 2', plain));
});

test('a shown interval that misses its own estimate is noticed', () => {
  expect(intervalsWithoutTheirEstimate('A  1,984  1,868 to 2,020\nB  -1  -37 to 35')).toEqual([]);
  expect(intervalsWithoutTheirEstimate('A  1,869  1,913 to 1,985')).toEqual(['1,869  1,913 to 1,985']);
  const told = (low: number) => `{ estimate: 5.5, standardError: 1, interval95: [ ${low}, 7.25 ] }`;
  expect(intervalsWithoutTheirEstimate(told(4))).toEqual([]);
  expect(intervalsWithoutTheirEstimate(told(6))).toHaveLength(1);
});

test('of what was drawn, the words before the first empty line must be the same', () => {
  const drawn = only('session', '```console drawn\n$ npx sortition release check\nGOOD. 1.5 times\n\nward A 3\n```\n');
  expect(fixedPart('GOOD. 1.7 times\n\nward B 4', drawn)).toBe(fixedPart(drawn.prints, drawn));
  expect(fixedPart('BAD. 1.7 times\n\nward A 3', drawn)).not.toBe(fixedPart(drawn.prints, drawn));
});

test('of what is cut short, the lines before the cut must be the same', () => {
  const cut = only('session', '```console\n$ node a.mjs\none\n...\n```\n');
  expect(fixedPart('one\ntwo\n', cut)).toBe(fixedPart(cut.prints, cut));
  expect(fixedPart('two\ntwo\n', cut)).not.toBe(fixedPart(cut.prints, cut));
});

test('a file is there from the start, or from the place where the reader changes it', () => {
  const { files, steps } = readReadme(
    '```json a.json\n1\n```\n\n```console\n$ ls\n```\n\n```json b.json edited\n2\n```\n',
  );
  expect(files).toMatchObject({ 'a.json': '1\n' });
  expect(files).not.toHaveProperty('b.json');
  expect(steps).toEqual([{ kind: 'edit', name: 'b.json', text: '2\n' }]);
});
