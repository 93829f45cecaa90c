import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildCommand, type Run } from '../../test/support/command.ts';

let run: Run;
let folder: string;

const people = (counts: Readonly<Record<string, number>>): string =>
  ['ward', ...Object.entries(counts).flatMap(([ward, count]) => new Array<string>(count).fill(ward))].join('\n');

beforeAll(async () => {
  run = await buildCommand('release-check');
  folder = await mkdtemp(join(tmpdir(), 'sortition-release-check-'));
  const files: Readonly<Record<string, string>> = {
    'people.csv': people({ A: 1000, B: 3 }),
    'good.csv': people({ A: 500, B: 1 }),
    'bad.csv': people({ A: 501, B: 1 }),
    'certain.csv': people({ A: 10, B: 3 }),
    'household.csv': people({ A: 423, B: 1 }),
    'stranger.csv': people({ A: 10, C: 1 }),
    'more.csv': people({ A: 10, B: 4 }),
    'none.csv': 'ward\n',
    'other.csv': 'town\nA\n',
    'coarse.csv': people({ one: 400 }),
    'wards.csv': 'A;one\nB;one\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});

const checked = (sample: string, ...words: string[]) =>
  run(['release', 'check', join(folder, sample), join(folder, 'people.csv'), ...words]);

test('a sample is good exactly up to the share that is allowed', async () => {
  const good = JSON.parse((await checked('good.csv', '--epsilon', '1', '--json')).out);
  expect(good).toMatchObject({ verdict: 'good', ratio: 2, allowed: 2, rows: 1003, sampleRows: 501, distinct: 2 });
  expect(good.worst[0]).toEqual({ value: { ward: 'A' }, count: 1000, shown: 500 });
  const bad = JSON.parse((await checked('bad.csv', '--epsilon', '1', '--json')).out);
  expect(bad.verdict).toBe('bad');
  expect(bad.ratio).toBeCloseTo(1000 / 499, 12);
});

test('a person reads the verdict first, and that a check is no reason to withhold', async () => {
  const { out } = await checked('certain.csv', '--epsilon', '1');
  expect(out).toMatch(/^BAD\. It rules out some value of an unknown row altogether; 2 times is allowed\./);
  expect(out).toContain('For the custodian only');
  expect(out).toContain('withhold');
});

test('of a household the worst state is found, which is not all of it in one value', async () => {
  const words = ['--epsilon', '2.2', '--unknown-rows', '2', '--json'];
  const { verdict, ratio } = JSON.parse((await checked('household.csv', ...words)).out);
  expect(ratio).toBeCloseTo(3.464, 3);
  expect(verdict).toBe('bad');
});

test('rules are applied to the table, whose sample they made', async () => {
  const rule = `ward=hierarchy:${join(folder, 'wards.csv')}`;
  const found = JSON.parse((await checked('coarse.csv', '--epsilon', '1', '--coarsen', rule, '--json')).out);
  expect(found).toMatchObject({ verdict: 'good', distinct: 1, ratio: 1003 / 603 });
});

test('an empty sample tells nothing', async () => {
  expect(JSON.parse((await checked('none.csv', '--epsilon', '1', '--json')).out)).toMatchObject({
    verdict: 'good',
    ratio: 1,
    sampleRows: 0,
    worst: [],
  });
});

test.each([
  ['stranger.csv', [], 'source_mismatch'],
  ['more.csv', [], 'source_mismatch'],
  ['coarse.csv', [], 'source_mismatch'],
  ['other.csv', [], 'unknown_column'],
  ['good.csv', ['--columns', 'town'], 'unknown_column'],
  ['nowhere.csv', [], 'file_unreadable'],
])('%s %j is refused with %s', async (sample, words, code) => {
  const { exit, out } = await checked(sample, '--epsilon', '1', ...words, '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([1, code]);
});

test.each(['0', '-1', 'NaN'])('an epsilon of %s is refused', async epsilon => {
  const { exit, out } = await checked('good.csv', '--epsilon', epsilon, '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([1, 'value_out_of_range']);
});
