import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

const property = (...words: string[]) => run(['statistical', 'property', ...words]);
const COIN = ['--entries', '1000', '--probability', '0.5'];
const SUBSET = ['--sampling', 'without-replacement', '--size', '100'];

test('the deltas of a sample stand beside that of all entries', async () => {
  const { exit, out } = await property(...COIN, '--epsilon', '0.05', ...SUBSET, '--json');
  const { delta, improves } = JSON.parse(out);
  expect(exit).toBe(0);
  expect(improves).toBe(true);
  expect(delta.unsampled).toBeCloseTo(0.007933946, 9);
  expect(delta.bound / delta.unsampled).toBeCloseTo(0.0236, 4);
  expect(delta.exact / delta.unsampled).toBeCloseTo(0.0051, 4);
});

test('a person reads what it means, and that it does not compose', async () => {
  const { out } = await property(...COIN, '--epsilon', '0.05', '--sampling', 'poisson', '--rate', '0.1');
  expect(out).toContain('its size kept secret');
  expect(out).toContain('Sampling helps');
  expect(out).toContain('does not compose');
});

test('a curve falls, and a trade-off function lies above its bound', async () => {
  const { out } = await property(...COIN, '--curve', '0.01..0.1', '--trade-off', ...SUBSET, '--json');
  const { curve, tradeOff } = JSON.parse(out);
  expect([curve[0].epsilon, curve.at(-1).epsilon]).toEqual([0.01, 0.1]);
  for (let i = 1; i < curve.length; i++) expect(curve[i].delta.exact).toBeLessThan(curve[i - 1].delta.exact);
  for (const { falseNegativeRate } of tradeOff)
    expect(falseNegativeRate.exact).toBeGreaterThanOrEqual(falseNegativeRate.bound - 1e-12);
});

test('entries may differ in their probability', async () => {
  const { out } = await property(
    '--entries',
    '1000',
    '--probability',
    '0.5:600,0.5:400',
    '--epsilon',
    '0.05',
    '--json',
  );
  expect(JSON.parse(out).delta.exact).toBeCloseTo(0.007933946, 9);
});

const sum = (...words: string[]) => run(['statistical', 'sum', ...words]);
const NORMAL = ['--entries', '400', '--distribution', 'normal:0,1', '--range=-2,2'];

test('a sum has the deltas of a count, and says how far from them the truth may be', async () => {
  const { exit, out } = await sum(...NORMAL, '--epsilon', '0.1', ...SUBSET, '--json');
  const { delta, lower, improves } = JSON.parse(out);
  expect([exit, improves]).toEqual([0, true]);
  expect(delta.exact).toBeLessThan(delta.bound);
  expect(delta.bound).toBeLessThan(delta.unsampled);
  expect(delta.exact - lower.exact).toBeLessThan(1e-3 * delta.exact);
  expect(delta.unsampled - lower.unsampled).toBeLessThan(1e-3 * delta.unsampled);
});

test('the values of a column are a distribution', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'statistical-')), 'flags.csv');
  writeFileSync(file, 'id,flag,name\n1,0,a\n2,1,b\n3,,c\n4,1,d\n5,0,e\n');
  const words = ['--entries', '1000', '--range', '0,1', '--epsilon', '0.05', '--json'];
  const { out } = await sum('--distribution', `empirical:${file}#flag`, ...words);
  expect(JSON.parse(out).delta.exact).toBeCloseTo(0.007933946, 8);
  for (const [column, code] of [
    ['name', 'type_mismatch'],
    ['age', 'unknown_column'],
  ]) {
    const refused = await sum('--distribution', `empirical:${file}#${column}`, ...words);
    expect(JSON.parse(refused.out).error.code).toBe(code);
  }
});

const together = (...words: string[]) => run(['statistical', 'together', ...words]);

test('counts of independent data are taken together, from both sides', async () => {
  const { out } = await together('200:0.5', '300:0.25:30', '--epsilon', '0.2', '--independent', '--json');
  const { delta, alone } = JSON.parse(out);
  expect(delta.lower).toBeLessThanOrEqual(delta.upper);
  expect(delta.lower).toBeGreaterThan(Math.max(...alone));
});

test('answers about the same entries are never taken together', async () => {
  const { exit, out } = await together('200:0.5', '200:0.5', '--epsilon', '0.2', '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([1, 'not_composable']);
  const misshapen = await together('200', '--epsilon', '0.2', '--independent', '--json');
  expect(JSON.parse(misshapen.out).error.code).toBe('value_out_of_range');
});

test('a picture shows both curves', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'statistical-')), 'curves.svg');
  const { exit, out } = await property(...COIN, ...SUBSET, '--plot', file);
  expect(exit).toBe(0);
  expect(out).toContain(`Drawn: ${file}`);
  for (const words of ['sample, by the theorem', 'hits above blind guessing'])
    expect(readFileSync(file, 'utf8')).toContain(words);
});

test.each([
  [['--entries', '400', '--distribution', 'normal:0,1', '--epsilon', '1'], 'bound_missing', 1],
  [['--entries', '400', '--distribution', 'cauchy:0,1', '--range', '0,1', '--epsilon', '1'], 'value_out_of_range', 1],
  [['--entries', '400', '--distribution', 'normal:0', '--range', '0,1', '--epsilon', '1'], 'value_out_of_range', 1],
  [['--entries', '400', '--distribution', 'normal:0,0', '--range', '0,1', '--epsilon', '1'], 'value_out_of_range', 1],
  [['--entries', '400', '--distribution', 'zipf:2', '--range', '0,1', '--epsilon', '1'], 'value_out_of_range', 1],
  [['--entries', '400', '--distribution', 'mixture:1', '--range', '0,1', '--epsilon', '1'], 'value_out_of_range', 1],
  [
    ['--entries', '400', '--distribution', 'empirical:x.csv', '--range', '0,1', '--epsilon', '1'],
    'value_out_of_range',
    1,
  ],
  [[...NORMAL, '--epsilon', '1', '--sampling', 'with-replacement', '--size', '5'], 'sampling_unsupported', 1],
  [NORMAL, 'usage', 2],
])('sum %j is refused with %s', async (words, code, status) => {
  const { exit, out } = await sum(...words, '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([status, code]);
});

test.each([
  [['--entries', '9', '--probability', '0.5:6,0.1:4', '--epsilon', '1'], 'value_out_of_range', 1],
  [['--entries', '10', '--probability', '0.5:6,0.1', '--epsilon', '1'], 'value_out_of_range', 1],
  [['--entries', '10', '--probability', '0.5:6,0.1:4', '--epsilon', '1', ...SUBSET], 'sampling_unsupported', 1],
  [['--entries', '10', '--probability', '1', '--epsilon', '1'], 'value_out_of_range', 1],
  [['--entries', '10', '--probability', 'NaN', '--epsilon', '1'], 'value_out_of_range', 1],
  [[...COIN, '--epsilon', '1', '--sampling', 'without-replacement', '--size', '1001'], 'value_out_of_range', 1],
  [[...COIN, '--curve', '1..0.5'], 'value_out_of_range', 1],
  [[...COIN, '--epsilon', '1', '--sampling', 'systematic', '--size', '10'], 'sampling_unsupported', 1],
  [[...COIN, '--epsilon', '1', ...SUBSET, '--size-public'], 'flags_conflict', 1],
  [[...COIN, '--epsilon', '1', '--sampling', 'poisson', '--size', '10'], 'flags_conflict', 1],
  [[...COIN, '--epsilon', '1', '--sampling', 'poisson'], 'usage', 2],
  [COIN, 'usage', 2],
])('%j is refused with %s', async (words, code, status) => {
  const { exit, out } = await property(...words, '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([status, code]);
});
