/** A rate that follows the data: one person moves it eightyfold, and the size of the sample tells. Exact, by enumeration. */
import { describe, expect, test } from 'vitest';
import { countsOf, exactRate, failureChance, guarantee } from '../../src/release/index.ts';
import { gridRate } from '../../src/release/rate-grid.ts';
import { verdictOn } from '../../src/release/verdict.ts';
import { leak, sampled } from '../support/release-leak.ts';

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
