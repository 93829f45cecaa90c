import { describe, expect, test } from 'vitest';
import { chanceOf, samplesOf, trueRatio } from '../../../test/support/release-brute-force.ts';
import { type Rational, rational, toNumber } from '../../numerics/index.ts';
import { bernoulliPlaces, reproducibleEntropy, uniform } from '../../random/index.ts';
import { failureChance } from './failure-chance.ts';
import { guarantee } from './guarantee.ts';
import { mostShown } from './most-shown.ts';
import { countsOf } from './table-counts.ts';

/** The exact chance that a draw tells more than it may, over all samples. */
function trueChance(counts: readonly number[], epsilon: string, rate: Rational): number {
  const allowed = rational.add(rational.one, rational.fromDecimal(epsilon));
  let chance = rational.zero;
  for (const shown of samplesOf(counts)) {
    const ratio = trueRatio(counts, shown, 1);
    if (ratio === undefined || rational.compare(ratio, allowed) > 0)
      chance = rational.add(chance, chanceOf(counts, shown, rate));
  }
  return toNumber(chance, 'nearest');
}

describe('failureChance', () => {
  test.each([[[1]], [[3, 3]], [[1, 2, 6]], [[2, 9]]])('of %j is the chance of all bad samples', counts => {
    for (const epsilon of ['0.2', '1', '2'])
      for (const rate of ['0.001', '0.125', '0.5', '0.9']) {
        const chance = failureChance(countsOf(counts), guarantee({ epsilon, delta: 0.1 }))(Number(rate));
        const truth = trueChance(counts, epsilon, rational.fromNumber(Number(rate)));
        expect(chance).toBeGreaterThanOrEqual(truth);
        expect(chance).toBeLessThanOrEqual(truth * (1 + 1e-12));
      }
  });

  test('equal counts are as many values, and keep their digits where they are tiny', () => {
    const promised = guarantee({ epsilon: 1, delta: 0.1 });
    const one = failureChance(countsOf([1]), promised)(1e-12);
    expect(one).toBeCloseTo(1e-12, 24);
    expect(failureChance(countsOf(new Array(1000).fill(1)), promised)(1e-12)).toBeCloseTo(
      -Math.expm1(1000 * Math.log1p(-1e-12)),
      20,
    );
    expect(failureChance(countsOf([5, 5, 7]), promised)(0)).toBe(0);
    expect(failureChance(countsOf([5, 5, 7]), promised)(1)).toBe(1);
  });

  test.each([1, 3])('never falls when the rate rises, with %i unknown rows', unknownRows => {
    const chance = failureChance(countsOf([4, 17, 17, 230, 5000]), guarantee({ epsilon: 1, delta: 0.1, unknownRows }));
    let before = 0;
    for (let step = 1; step <= 200; step++) {
      const now = chance(step / 200);
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
    expect(before).toBe(1);
  });

  test('is the share of draws that fail, and no other', () => {
    const [counts, rate, draws] = [[8, 30, 30, 400], 0.3, 20_000];
    const promised = guarantee({ epsilon: 1, delta: 0.1 });
    const below = uniform(reproducibleEntropy(11));
    const drawn = (rows: number): number =>
      [...bernoulliPlaces(below, { rate: { numerator: 3n, denominator: 10n }, rows })].length;
    const limits = counts.map(count => mostShown(count, promised));
    let failed = 0;
    for (let draw = 0; draw < draws; draw++) if (counts.some((count, v) => drawn(count) > limits[v])) failed++;
    const deviates = (chance: number): number =>
      Math.abs(failed / draws - chance) / Math.sqrt((chance * (1 - chance)) / draws);
    const chance = failureChance(countsOf(counts), promised)(rate);
    expect(deviates(chance)).toBeLessThan(3);
    expect(deviates(1.2 * chance)).toBeGreaterThan(3);
    expect(deviates(chance / 1.2)).toBeGreaterThan(3);
  });
});
