import { expect, test } from 'vitest';
import { rational } from '../../../numerics/index.ts';
import { levelsOf } from './joint-quantiles.ts';

test('levelsOf: every rank once, after the nearest ones of earlier levels, in as few levels as halving takes', () => {
  for (let number = 1; number <= 40; number++) {
    const ranks = Array.from({ length: number }, (_, i) => rational.ratio(BigInt(i + 1), BigInt(number + 1)));
    const levels = levelsOf(ranks);
    expect(levels).toHaveLength(Math.ceil(Math.log2(number + 1)));
    expect(levels.length < number).toBe(number >= 3);
    let known = [rational.zero, rational.one];
    for (const draws of levels) {
      for (const { rank, lower, upper } of draws) {
        const below = known.filter(each => rational.compare(each, rank) < 0).sort(rational.compare);
        const above = known.filter(each => rational.compare(each, rank) > 0).sort(rational.compare);
        expect([lower, upper]).toEqual([below.at(-1), above[0]]);
      }
      known = [...known, ...draws.map(({ rank }) => rank)];
    }
    expect(levels.flatMap(draws => draws.map(({ rank }) => rank)).sort(rational.compare)).toEqual(ranks);
  }
});
