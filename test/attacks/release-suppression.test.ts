/** Leaving rare values out before sampling: what is left proves that it was not left out. Exact, by enumeration. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { drawRelease } from '../../src/release/index.ts';
import { countsOf, exactRate, failureChance, guarantee } from '../../src/release/rates/index.ts';
import { leak, sampled } from '../support/release-leak.ts';
import { wardsIn } from '../support/release-table.ts';

const FACTOR = 2;
const promised = guarantee({ epsilon: FACTOR - 1, delta: 0.01 });

/** No sample of an honest draw reaches it unless the ratio is infinite. */
const CERTAIN = 1e300;

const LEAST = 4;
const RATE = 0.2;
const suppressed = (table: readonly number[]) =>
  sampled(
    table.map(count => (count < LEAST ? 0 : count)),
    RATE,
  );

/** Just enough people have the first value. */
const COUNTS = [LEAST, 60];

test('any of them in the sample proves the value of all: an infinite ratio, in three draws of five', () => {
  expect(failureChance(countsOf([60]), promised)(RATE)).toBeLessThan(0.001);
  expect(leak(suppressed, COUNTS, CERTAIN)).toBeCloseTo(1 - (1 - RATE) ** LEAST, 12);
  expect(1 - (1 - RATE) ** LEAST).toBeCloseTo(0.59, 3);
});

test('the table as it is, at a rate that it bears, keeps the promise', () => {
  const rate = exactRate(countsOf(COUNTS), promised);
  expect(leak(table => sampled(table, rate), COUNTS, FACTOR)).toBeLessThanOrEqual(0.01);
});

test('the product has no rule that suppresses, and says why', async () => {
  const { folder, data } = await wardsIn({ A: LEAST, B: 60 });
  const order = { data, columns: ['ward'], epsilon: 1, delta: 0.01, rate: '0.001', out: join(folder, 'sample.csv') };
  await expect(drawRelease({ ...order, coarsen: `ward=suppress:${LEAST}` })).rejects.toMatchObject({
    code: 'sampling_unsound',
    message: expect.stringContaining('reveals them by their absence'),
  });
});

test('under a threshold rare values are dropped after the draw, which is differentially private', async () => {
  const { folder, data } = await wardsIn({ A: LEAST, B: 600 });
  const out = join(folder, 'sample.csv');
  const order = { data, columns: ['ward'], epsilon: 1, delta: 1e-6, rate: '0.05', threshold: 'auto', out } as const;
  expect(await drawRelease(order)).toMatchObject({ threshold: 6, epsilon: 1 });
});

test('none of those dropped is in the file, though nearly every draw has some of them', async () => {
  for (const seed of [1, 2, 3]) {
    const { folder, data } = await wardsIn({ A: LEAST, B: 600 });
    const out = join(folder, 'sample.csv');
    const order = { data, columns: ['ward'], epsilon: 1, delta: 1e-6, rate: '0.5', out };
    await drawRelease({ ...order, threshold: 'auto' }, { below: uniform(reproducibleEntropy(seed)) });
    const rows = (await readFile(out, 'utf8')).trim().split('\n').slice(1);
    expect(new Set(rows)).toEqual(new Set(['B']));
  }
});
