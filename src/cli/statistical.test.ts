import { beforeAll, expect, test } from 'vitest';
import { buildCommand, type Run } from '../../test/support/command.ts';

let run: Run;

beforeAll(async () => {
  run = await buildCommand('statistical');
});

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
