/** A rate that follows the data: one person moves it eightyfold, and the size of the sample tells. Exact, by enumeration. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawRelease } from '../../src/release/index.ts';
import { countsOf, exactRate, failureChance, guarantee } from '../../src/release/rates/index.ts';
import { gridRate } from '../../src/release/rates/rate-grid.ts';
import { verdictOn } from '../../src/release/verdict.ts';
import { leak, sampled } from '../support/release-leak.ts';
import { wardsIn } from '../support/release-table.ts';

const FACTOR = 2;
const DELTA = 0.001;
const promised = guarantee({ epsilon: FACTOR - 1, delta: DELTA });

/** One of twelve people turns out to have a value of their own. */
const COUNTS = [6, 6];
const NEIGHBOUR = [6, 5, 1];

const largest = (counts: readonly number[]): number => exactRate(countsOf(counts.filter(count => count > 0)), promised);

describe('a rate that is read off the data', () => {
  test('moves from 0.078 to 0.001 with one row', () => {
    expect(largest(COUNTS)).toBeCloseTo(0.0785, 4);
    expect(largest(NEIGHBOUR)).toBeCloseTo(0.001, 4);
  });

  test('breaks the promise at every draw; the public grid makes it rarer, and does not mend it', () => {
    const following = (table: readonly number[]) => sampled(table, largest(table));
    const onGrid = (table: readonly number[]) => sampled(table, Number(gridRate(largest(table))));
    expect(leak(following, COUNTS, FACTOR)).toBeCloseTo(1, 12);
    expect(leak(onGrid, COUNTS, FACTOR)).toBeCloseTo(0.46, 3);
  });

  test('is rounded down to 1, 2 or 5 and flagged, so that nobody takes it for one that was chosen beforehand', () => {
    const derived = verdictOn(countsOf(COUNTS), promised);
    expect(derived).toMatchObject({ rate: 0.05, rateFromData: true });
    expect(verdictOn(countsOf(COUNTS), promised, '0.05')).toMatchObject({ rate: 0.05, rateFromData: false });
  });
});

describe('a rate that was named beforehand', () => {
  test('fails as often as is said, and a table that does not bear it is refused', () => {
    for (const rate of [0.01, 0.05])
      expect(leak(table => sampled(table, rate), COUNTS, FACTOR)).toBeCloseTo(
        failureChance(countsOf(COUNTS), promised)(rate),
        12,
      );
    expect(verdictOn(countsOf(COUNTS), promised, '0.05').verdict).toBe('safe');
    expect(verdictOn(countsOf(NEIGHBOUR), promised, '0.05').verdict).toBe('unsafe');
  });
});

describe('the product', () => {
  const order = { columns: ['ward'], epsilon: FACTOR - 1, delta: DELTA };

  test('draws at the rate that was named, the same of both tables, or not at all', async () => {
    for (const [counts, outcome] of [
      [{ A: 6, B: 6 }, 'safe'],
      [{ A: 6, B: 5, C: 1 }, 'release_unsafe'],
    ] as const) {
      const { folder, data } = await wardsIn(counts);
      const drawing = drawRelease({ ...order, data, rate: '0.05', out: join(folder, 'sample.csv') });
      if (outcome === 'safe') expect(await drawing).toMatchObject({ rate: 0.05, rateFromData: false });
      else await expect(drawing).rejects.toMatchObject({ code: outcome });
    }
  });

  test('says of a rate that follows the data that it does, in the certificate too', async () => {
    const { folder, data } = await wardsIn({ A: 600, B: 600 });
    const { rate, certificate } = await drawRelease({ ...order, data, rate: 'auto', out: join(folder, 'sample.csv') });
    expect(JSON.parse(await readFile(certificate, 'utf8'))).toMatchObject({ rateFromData: true });
    expect([1, 2, 5]).toContain(Number(rate.toExponential()[0]));
  });
});
