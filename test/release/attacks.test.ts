/** Ways of publishing a sample that look harmless and leak, each beside the one that does not. Exact, by enumeration. */
import { describe, expect, test } from 'vitest';
import { countsOf, exactRate, failureChance, guarantee, mostShown } from '../../src/release/index.ts';
import { verdictOn } from '../../src/release/verdict.ts';
import { type Law, leak, sampled, shownIn } from '../support/release-leak.ts';

const promised = guarantee({ epsilon: 1, delta: 0.01 });
const FACTOR = 2;

const isGood = (counts: readonly number[], output: string): boolean =>
  shownIn(output).every((shown, value) => shown <= mostShown(counts[value], promised));

const present = (counts: readonly number[]) => countsOf(counts.filter(count => count > 0));

describe('one draw at a rate that was named beforehand', () => {
  test.each([[[10, 12]], [[6, 9, 11]], [[1, 14]]])('of %j fails as often as it is said', counts => {
    for (const rate of [0.05, 0.25])
      expect(leak(table => sampled(table, rate), counts, FACTOR)).toBeCloseTo(
        failureChance(countsOf(counts), promised)(rate),
        12,
      );
  });
});

describe('choosing what is published', () => {
  const counts = [10, 12];
  const rate = exactRate(countsOf(counts), promised);

  const redrawn = (table: readonly number[]): Law => {
    const good = [...sampled(table, rate)].filter(([output]) => isGood(table, output));
    const total = good.reduce((sum, [, probability]) => sum + probability, 0);
    return new Map(good.map(([output, probability]) => [output, probability / total]));
  };

  const withheld = (table: readonly number[]): Law => {
    const law = new Map<string, number>();
    for (const [output, probability] of sampled(table, rate)) {
      const shown = isGood(table, output) ? output : 'nothing';
      law.set(shown, (law.get(shown) ?? 0) + probability);
    }
    return law;
  };

  test.each([
    ['redrawing until the sample is good', redrawn],
    ['withholding a bad sample', withheld],
  ])('%s fails many times as often as the draw itself', (_, publishing) => {
    const honest = leak(table => sampled(table, rate), counts, FACTOR);
    expect(honest).toBeLessThanOrEqual(0.01);
    expect(leak(publishing, counts, FACTOR)).toBeGreaterThan(4 * honest);
  });
});

describe('a rate that follows the data', () => {
  const common = new Array(12).fill(60);
  const neighbour = [...common.slice(1), 59, 1];

  test('moves more than tenfold with one row, and the size of the sample shows it', () => {
    const rates = [common, neighbour].map(counts => exactRate(countsOf(counts), promised));
    expect(rates[0] / rates[1]).toBeGreaterThan(10);
    const naive = (table: readonly number[]): Law => sampled(table, exactRate(present(table), promised));
    const counts = [6, 9];
    expect(leak(naive, counts, FACTOR)).toBeGreaterThan(0.05);
    expect(leak(table => sampled(table, exactRate(countsOf(counts), promised)), counts, FACTOR)).toBeLessThanOrEqual(
      0.01,
    );
  });

  test('is flagged and lies on a public grid; a rate that is named is judged as it is', () => {
    const derived = verdictOn(countsOf(common), promised);
    expect(derived.rateFromData).toBe(true);
    expect([1, 2, 5]).toContain(Number(derived.rate.toExponential().split('e')[0]));
    const verdicts = [common, neighbour].map(counts => verdictOn(countsOf(counts), promised, '0.05'));
    expect(verdicts.map(({ rate, rateFromData, verdict }) => [rate, rateFromData, verdict])).toEqual([
      [0.05, false, 'safe'],
      [0.05, false, 'unsafe'],
    ]);
  });
});

describe('suppressing rare values before sampling', () => {
  const LEAST = 4;
  const suppressed = (table: readonly number[]): Law =>
    sampled(
      table.map(count => (count < LEAST ? 0 : count)),
      0.2,
    );

  test('leaks whether a row was the one too few, however safe the rest looks', () => {
    const counts = [4, 60];
    const claimed = failureChance(countsOf([60]), promised)(0.2);
    expect(claimed).toBeLessThan(0.01);
    // four rows are just enough: any of them in the sample proves the value of all four
    expect(leak(suppressed, counts, FACTOR)).toBeGreaterThan(0.5);
    const rate = exactRate(countsOf(counts), promised);
    expect(leak(table => sampled(table, rate), counts, FACTOR)).toBeLessThanOrEqual(0.01);
  });
});
