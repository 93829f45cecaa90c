import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

let folder: string;

const people = (counts: Readonly<Record<string, number>>): string =>
  ['ward', ...Object.entries(counts).flatMap(([ward, count]) => new Array<string>(count).fill(ward))].join('\n');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-release-check-'));
  const files: Readonly<Record<string, string>> = {
    'people.csv': people({ A: 1000, B: 3 }),
    'good.csv': people({ A: 500, B: 1 }),
    'bad.csv': people({ A: 501, B: 1 }),
    'certain.csv': people({ A: 10, B: 3 }),
    'stranger.csv': people({ A: 10, C: 1 }),
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
  expect(out).toMatch(/^BAD\. The sample rules out some values of an unknown row altogether; 2-fold is allowed\./);
  expect(out).toContain('For the custodian only');
  expect(out).toContain('Withholding');
});

test('what is refused is refused with its code', async () => {
  const { exit, out } = await checked('stranger.csv', '--epsilon', '1', '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([1, 'source_mismatch']);
});
