import { describe, expect, test } from 'vitest';
import { samplesOf, trueRatio } from '../../../test/support/release-brute-force.ts';
import { rational } from '../../numerics/index.ts';
import { guarantee } from './guarantee.ts';
import { mostShown } from './most-shown.ts';

const EPSILONS = ['0.2', '0.5', '1', '2'];

const within = (counts: number[], shown: number[], epsilon: string, unknownRows: number): boolean => {
  const ratio = trueRatio(counts, shown, unknownRows);
  return ratio !== undefined && rational.compare(ratio, rational.add(rational.one, rational.fromDecimal(epsilon))) <= 0;
};

describe('mostShown', () => {
  test.each([[[1]], [[6]], [[1, 5]], [[2, 4]], [[3, 3]], [[1, 2, 6]], [[2, 3, 4]]])(
    'with one unknown row, the samples of %j within it are those that tell no more',
    counts => {
      for (const epsilon of EPSILONS) {
        const promised = guarantee({ epsilon, delta: 0.1 });
        for (const shown of samplesOf(counts)) {
          const isGood = counts.every((count, v) => shown[v] <= mostShown(count, promised));
          expect([shown, isGood]).toEqual([shown, within(counts, shown, epsilon, 1)]);
        }
      }
    },
  );

  test.each([
    [2, [6, 5]],
    [2, [8, 2, 3]],
    [3, [7, 4]],
    [3, [9, 3]],
  ])('with %i unknown rows, no sample of %j within it tells more', (unknownRows, counts) => {
    let shownAny = 0;
    for (const epsilon of EPSILONS) {
      const promised = guarantee({ epsilon, delta: 0.1, unknownRows });
      for (const shown of samplesOf(counts)) {
        if (!counts.every((count, v) => shown[v] <= mostShown(count, promised))) continue;
        expect([shown, within(counts, shown, epsilon, unknownRows)]).toEqual([shown, true]);
        shownAny = Math.max(shownAny, ...shown);
      }
    }
    expect(shownAny).toBeGreaterThan(0);
  });

  test('compares in integers: a sample exactly at the bound is good', () => {
    const promised = guarantee({ epsilon: '0.1', delta: 0.1 });
    expect(mostShown(11, promised)).toBe(1);
    expect(mostShown(10, promised)).toBe(0);
    expect(mostShown(11_000_000_011, promised)).toBe(1_000_000_001);
    // (4/2)^2 = 4 is just allowed
    expect(mostShown(5, guarantee({ epsilon: 3, delta: 0.1, unknownRows: 2 }))).toBe(2);
    expect(mostShown(5, guarantee({ epsilon: '2.999999999', delta: 0.1, unknownRows: 2 }))).toBe(1);
  });
});
