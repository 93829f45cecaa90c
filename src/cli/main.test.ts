import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-'));
});

const whole = {
  relation: 'add-remove',
  steps: [
    { mechanism: { kind: 'gaussian', noiseMultiplier: 1 }, sampling: { kind: 'poisson', rate: 0.01 }, count: 10 },
  ],
  ask: { epsilonAt: { delta: 1e-5 } },
};
const withRate = (rate: number) => ({ ...whole, steps: [{ ...whole.steps[0], sampling: { kind: 'poisson', rate } }] });

/** A mechanism with few outcomes is drawn in a moment. */
const quickly = (specification: typeof whole) => ({
  ...specification,
  steps: specification.steps.map(step => ({ ...step, mechanism: { kind: 'pure', epsilon: 1 }, count: 1 })),
});

const price = (words: string) => ['price', ...words.split(' ')];
const account = async (text: string, ...flags: string[]) => {
  const path = join(folder, 'spec.json');
  await writeFile(path, text);
  return run(['account', path, ...flags]);
};

test('--version is the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(await run(['--version'])).toMatchObject({ exit: 0, out: `${version}\n` });
  expect(await run(['--version', '--json'])).toMatchObject({ exit: 0, out: `${JSON.stringify({ version })}\n` });
});

describe.concurrent('flags that are refused', () => {
  test.each([
    ['bernoulli --rate 2 --epsilon 1', 1, 'value_out_of_range'],
    ['bernoulli --rate -0.1 --epsilon 1', 1, 'value_out_of_range'],
    ['bernoulli --rate NaN --epsilon 1', 1, 'value_out_of_range'],
    ['bernoulli --rate 0.1 --epsilon Infinity', 1, 'value_out_of_range'],
    ['bernoulli --rate 0.1 --epsilon -1', 1, 'value_out_of_range'],
    ['bernoulli --rate half --epsilon 1', 1, 'value_out_of_range'],
    ['bernoulli --rate 0.1 --epsilon 1 --relation both', 1, 'value_out_of_range'],
    ['fixed-size --size 1.5 --epsilon 1', 1, 'value_out_of_range'],
    ['fixed-size --size 5 --of 4 --epsilon 1', 1, 'value_out_of_range'],
    ['fixed-size --size 5 --of 9 --epsilon 1 --relation add-remove', 1, 'relation_unsupported'],
    ['split --parts 0.8:1,0.3:1', 1, 'value_out_of_range'],
    ['split --parts 0.8:1:2', 1, 'value_out_of_range'],
    ['partition --epsilons 1,2 --replaces 1', 1, 'value_out_of_range'],
    ['fixed-size-split --size 3 --epsilons 1,2,3', 1, 'value_out_of_range'],
    ['bernoulli --rate 0.1 --epsilon 1 --inverse --replace 1', 1, 'flags_conflict'],
    ['bernoulli --rate 0.1 --epsilon 1 --replace-ratio 1', 1, 'flags_conflict'],
    ['bernoulli --rate 0.1 --epsilon 1 --inverse --replace-ratio 3', 1, 'value_out_of_range'],
    ['bernoulli --rate 0.1', 2, 'usage'],
    ['bernoulli --rate 0.1 --epsilon', 2, 'usage'],
    ['bernoulli --rate 0.1 --epsilon --inverse', 2, 'usage'],
    ['bernoulli --rate 0.1 --epsilon 1 --seed 7', 2, 'usage'],
    ['bernoulli 0.1 --rate 0.1 --epsilon 1', 2, 'usage'],
    ['systematic --size 3 --epsilon 1', 2, 'usage'],
  ])('price %s', async (words, exit, code) => {
    const { out, ...ended } = await run(price(words).toSpliced(2, 0, '--json'));
    expect(ended).toEqual({ exit, err: '' });
    expect(JSON.parse(out)).toEqual({ error: { code, message: expect.stringMatching(/^[^\n]+[.]$/) } });
  });

  test.each([
    ['bernoulli --rate 2 --epsilon 1', 1, 'value_out_of_range'],
    ['bernoulli --rate 0.1 --epsilon 1 --seed 7', 2, 'usage'],
  ])('for people: price %s', async (words, exit, code) => {
    const { err, ...ended } = await run(price(words));
    expect(ended).toEqual({ exit, out: '' });
    expect(err).toMatch(new RegExp(`^${code}: [^\\n]+[.]\\n$`));
  });

  test.each([[[]], [['frobnicate']], [['price']], [['account']]])('%j', async words => {
    const { exit, out, err } = await run(words);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toMatch(/^usage: [^\n]+\n$/);
  });
});

describe('specifications that are refused', () => {
  test.each([
    ['a negative rate', JSON.stringify(withRate(-0.1)), 'value_out_of_range'],
    ['rate 2', JSON.stringify(withRate(2)), 'value_out_of_range'],
    ['an infinite rate', JSON.stringify(withRate(0)).replace('"rate":0', '"rate":1e999'), 'value_out_of_range'],
    [
      'NaN, which JSON does not have',
      JSON.stringify(withRate(0)).replace('"rate":0', '"rate":NaN'),
      'specification_invalid',
    ],
    [
      'probabilities that do not sum to 1',
      JSON.stringify({ ...whole, steps: [{ mechanism: { kind: 'pair', upper: [0.5, 0.4], lower: [0.5, 0.5] } }] }),
      'value_out_of_range',
    ],
    ['an unknown key', JSON.stringify({ ...whole, seed: 7 }), 'specification_invalid'],
    ['no JSON', 'relation: add-remove', 'specification_invalid'],
    ['nothing', '', 'specification_invalid'],
    ['ten megabytes', JSON.stringify({ ...whole, note: ' '.repeat(1e7) }), 'specification_too_large'],
    ['a hundred thousand brackets', '['.repeat(1e5), 'specification_invalid'],
  ])('%s', async (_, text, code) => {
    const { out, ...ended } = await run(['account', '-', '--json'], text);
    expect(ended).toEqual({ exit: 1, err: '' });
    expect(JSON.parse(out)).toEqual({ error: { code, message: expect.stringMatching(/^[^\n]+[.]$/) } });
  });

  test('from a file, for people: ten megabytes', async () => {
    const { err, ...ended } = await account(JSON.stringify({ ...whole, note: ' '.repeat(1e7) }));
    expect(ended).toEqual({ exit: 1, out: '' });
    expect(err).toMatch(/^specification_too_large: [^\n]+[.]\n$/);
  });

  test('a file that is not there, and a folder', async () => {
    expect((await run(['account', join(folder, 'missing.json')])).err).toMatch(/^file_unreadable: /);
    expect((await run(['account', folder])).err).toMatch(/^file_unreadable: /);
  });

  test('a picture that cannot be written', async () => {
    const { exit, err } = await account(JSON.stringify(whole), '--plot', join(folder, 'missing', 'a.svg'));
    expect(exit).toBe(1);
    expect(err).toMatch(/^file_unwritable: /);
  });
});

describe('what is answered', () => {
  test('a price, for programs and for people', async () => {
    const words = price('bernoulli --rate 0.1 --epsilon 1');
    const charged = JSON.parse((await run([...words, '--json'])).out);
    expect(charged.epsilon).toBeCloseTo(Math.log(1 + 0.1 * (Math.E - 1)), 14);
    expect(charged.replace).toBeCloseTo(Math.log((0.9 + 0.1 * Math.E) / (0.9 + 0.1 / Math.E)), 14);
    expect((await run(words)).out).toContain('at most epsilon 0.158566');
  });

  test('the inverse price never charges more than was allowed', async () => {
    const words = price('bernoulli --rate 0.1 --epsilon 0.5 --inverse --json');
    const { epsilon } = JSON.parse((await run(words)).out);
    const { out } = await run(price(`bernoulli --rate 0.1 --epsilon ${epsilon} --json`));
    expect(JSON.parse(out).epsilon).toBeLessThanOrEqual(0.5);
    expect(JSON.parse(out).epsilon).toBeCloseTo(0.5, 14);
  });

  test('an allowance without end is null', async () => {
    const { out } = await run(price('bernoulli --rate 0 --epsilon 1 --inverse --json'));
    expect(JSON.parse(out).epsilon).toBeNull();
  });

  test('a workload, from a file and from a pipe, and a list for a list', async () => {
    const fromFile = await account(JSON.stringify(whole), '--json');
    const { epsilon } = JSON.parse(fromFile.out);
    expect(epsilon.lower).toBeLessThanOrEqual(epsilon.upper);
    expect((await run(['account', '-', '--json'], JSON.stringify(whole))).out).toBe(fromFile.out);
    const listed = await account(JSON.stringify({ ...whole, ask: [whole.ask] }), '--json');
    expect(JSON.parse(listed.out)).toEqual([{ epsilon }]);
  });

  test('two workloads in one picture, and one JSON object for both', async () => {
    const paths = await Promise.all(
      [withRate(0.01), withRate(0.1)].map(quickly).map(async (specification, index) => {
        const path = join(folder, `rate-${index}.json`);
        await writeFile(path, JSON.stringify(specification));
        return path;
      }),
    );
    const picture = join(folder, 'both.svg');
    const { exit, out } = await run(['account', ...paths, '--plot', picture, '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(out).answers.map(({ specification }: { specification: string }) => specification)).toEqual([
      'rate-0',
      'rate-1',
    ]);
    const svg = await readFile(picture, 'utf8');
    for (const words of ['rate-0', 'rate-1', 'delta: probability that this bound fails']) expect(svg).toContain(words);
  });

  test.each([[['--help']], [['price', 'bernoulli', '--help']], [['help', 'account']]])('%j shows help', async words => {
    expect(await run(words)).toMatchObject({ exit: 0, err: '', out: expect.stringContaining('Usage: sortition') });
  });
});
