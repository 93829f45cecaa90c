import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-forecast-'));
const pay = join(folder, 'pay.csv');

beforeAll(async () => {
  const rows = Array.from({ length: 301 }, (_, place) => `${place},${(place * 7919) % 301},a`);
  writeFileSync(pay, ['id,pay,name', ...rows, '301,,a', '302,5000,a'].join('\n'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forecast = (...words: string[]) => run(['forecast', ...words]);
const MEAN = ['mean', '--population', '10001', '--variance', '0.0107', '--range', '1', '--epsilon', '1'];
const DATA = ['--data', pay, '--column', 'pay', '--min', '0', '--max', '300', '--epsilon', '0.5', '--runs', '40'];

test('a mean: every rate, the best, and how it was reckoned', async () => {
  const { exit, out } = await forecast(...MEAN, '--rates', '0.01,0.1', '--json');
  const { rates, best, full, gain } = JSON.parse(out);
  expect(exit).toBe(0);
  expect(rates).toHaveLength(2);
  expect(rates[0].innerEpsilon).toBeCloseTo(5.143, 3);
  expect(rates[0].mse).toBe(rates[0].samplingVariance + rates[0].noiseVariance);
  expect([best.rate, gain]).toEqual([1, 1]);
  expect(full.mse).toBeCloseTo(2 / 10_001 ** 2, 15);
});

test('a person reads which rate is best, and that nothing was charged', async () => {
  const { out } = await forecast(...MEAN);
  expect(out).toContain('Best: no sampling');
  expect(out).toContain('No sample at these rates can do better');
  expect(out).toContain('nothing was charged');
});

test('a median of data says that it is not private, what it moved and what it left out', async () => {
  const { exit, out, err } = await forecast('median', ...DATA, '--delta', '0.001');
  expect(exit).toBe(0);
  expect(err).toBe('');
  expect(out).toContain('Not private');
  expect(out).toMatch(/^Values clamped to .*: 1\.$/m);
  expect(out).toContain('left out: 1.');
  const reply = JSON.parse((await forecast('median', ...DATA, '--json')).out);
  expect(reply).toMatchObject({ truth: 150, runs: 40, clamped: 1, missing: 1, custodianOnly: true });
});

test('the same seed, the same forecast', async () => {
  const law = ['quantile', '--quantile', '0.9', '--distribution', 'normal:0,1+normal:9,1', '--population', '501'];
  const words = [...law, '--min', '-5', '--max', '15', '--epsilon', '1', '--runs', '30', '--rates', '0.2', '--json'];
  const [one, two, other] = await Promise.all([
    forecast(...words),
    forecast(...words, '--seed', '1'),
    forecast(...words, '--seed', '2'),
  ]);
  expect(one.out).toBe(two.out);
  expect(one.out).not.toBe(other.out);
});

test('with a step, the draw of a question is forecast: nearer to the rank on coarse steps', async () => {
  const error = async (...words: string[]): Promise<number> => {
    const { out } = await forecast('median', ...DATA, '--rates', '1', '--runs', '2', '--json', ...words);
    return JSON.parse(out).full.mse;
  };
  const [coarse, fine, limit] = [await error('--step', '50'), await error('--step', '1e-6'), await error()];
  expect(coarse).not.toBe(limit);
  expect(Math.abs(fine / limit - 1)).toBeLessThan(0.02);
  expect(await error('--step', '50', '--mechanism', 'permute-and-flip')).toBe(coarse);
});

test('a set weighs the errors of several statistics of one sample', async () => {
  const members = [
    { statistic: 'mean', range: 300, variance: 7000, weight: 2 },
    { statistic: 'median', data: pay, column: 'pay', min: 0, max: 300, mechanism: 'exponential' },
  ];
  const file = join(folder, 'set.json');
  writeFileSync(file, JSON.stringify({ members }));
  const words = ['set', '--of', file, '--population', '302', '--epsilon', '1', '--rates', '0.5,1', '--runs', '20'];
  const { out } = await forecast(...words, '--json');
  const { rates, full, custodianOnly } = JSON.parse(out);
  expect(rates[0].innerEpsilon).toBeCloseTo(Math.log1p(2 * Math.expm1(1)), 9);
  expect(full.noiseVariance).toBeGreaterThan(2 * 2 * (300 / (0.5 * 302)) ** 2);
  expect(custodianOnly).toBe(true);
  expect((await forecast(...words)).out).toContain('Not private');
  writeFileSync(file, JSON.stringify({ members: [{ statistic: 'mean', weigth: 1 }] }));
  expect(JSON.parse((await forecast(...words, '--json')).out).error.code).toBe('specification_invalid');
});

test('a picture shows the error, its two parts and the best rate', async () => {
  const svg = join(folder, 'error.svg');
  const { exit } = await forecast(...MEAN, '--plot', svg);
  expect(exit).toBe(0);
  const drawn = readFileSync(svg, 'utf8');
  for (const words of ['The error of the mean', 'in all', 'by sampling', 'by noise', 'the best rate'])
    expect(drawn).toContain(words);
});

test.each([
  [[...MEAN, '--plot', join(folder, 'nowhere', 'error.svg')], 'file_unwritable', 1],
  [['mean', '--population', '10', '--variance', '0', '--range', '1', '--epsilon', '1'], 'value_out_of_range', 1],
  [[...MEAN, '--rates', '2'], 'value_out_of_range', 1],
  [[...MEAN, '--rates', 'NaN'], 'value_out_of_range', 1],
  [[...MEAN, '--min', '0'], 'flags_conflict', 1],
  [[...MEAN, '--mechanism', 'smooth'], 'value_out_of_range', 1],
  [[...MEAN, '--mechanism', 'gaussian'], 'delta_needed', 1],
  [[...MEAN, '--sampling', 'systematic'], 'value_out_of_range', 1],
  [[...MEAN, '--sampling', 'bernoulli', '--relation', 'replace-one'], 'relation_unsupported', 1],
  [['count', '--population', '10', '--share', '1.5', '--epsilon', '1'], 'value_out_of_range', 1],
  [['count', '--population', '10', '--epsilon', '1'], 'usage', 2],
  [['set', '--epsilon', '1'], 'usage', 2],
  [['set', '--epsilon', '1', '--of', join(folder, 'nowhere.json')], 'file_unreadable', 1],
  [['mode', '--population', '10', '--epsilon', '1'], 'usage', 2],
  [['median', '--epsilon', '1'], 'usage', 2],
  [['median', ...DATA, '--distribution', 'bimodal'], 'flags_conflict', 1],
  [['median', ...DATA, '--column', 'name'], 'type_mismatch', 1],
  [['median', ...DATA, '--column', 'wage'], 'unknown_column', 1],
  [['median', ...DATA, '--runs', '1'], 'value_out_of_range', 1],
  [['median', ...DATA, '--mechanism', 'permute-and-flip'], 'value_out_of_range', 1],
  [['median', ...DATA, '--step', '0'], 'value_out_of_range', 1],
  [['median', '--distribution', 'cauchy:0,1', '--population', '9', '--epsilon', '1'], 'value_out_of_range', 1],
  [['median', '--distribution', 'normal:0,1', '--population', '9', '--epsilon', '1'], 'usage', 2],
  [['median', '--distribution', 'uniform:2,2', '--population', '9', '--epsilon', '1'], 'value_out_of_range', 1],
])('%j is refused with %s', async (words, code, status) => {
  const { exit, out } = await forecast(...words, '--json');
  expect(JSON.parse(out).error.code).toBe(code);
  expect(exit).toBe(status);
});
