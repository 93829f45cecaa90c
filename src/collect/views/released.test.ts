import { describe, expect, test } from 'vitest';
import { lawOf } from '../../../test/support/collect-people.ts';
import { makeDie } from './die.ts';
import { noiseEpsilonFor, releasedEpsilon } from './released.ts';

const REACH = 40;

/** The law of noisy differences of so many people of each value, up to a factor that all populations share. */
function noisyLaw(
  counts: readonly number[],
  sampling: number,
  parameter: number,
): (released: readonly number[]) => number {
  const ofValue = (people: number, released: number): number => {
    let sum = 0;
    for (let moved = 0, ways = 1; moved <= people; ways = (ways * (people - moved)) / ++moved)
      sum +=
        ways *
        sampling ** moved *
        (1 - sampling) ** (people - moved) *
        Math.exp(-parameter * Math.abs(released - moved));
    return sum;
  };
  return released => released.reduce((product, each, value) => product * ofValue(counts[value], each), 1);
}

/** The largest |ln ratio| over everything that may be told. */
function enumerated(
  counts: readonly number[],
  changed: readonly number[],
  sampling: number,
  parameter: number,
): number {
  const [here, there] = [counts, changed].map(each => noisyLaw(each, sampling, parameter));
  const reach = Array.from({ length: 2 * REACH + 1 }, (_, i) => i - REACH);
  const released = counts.length === 1 ? reach.map(x => [x]) : reach.flatMap(x => reach.map(y => [x, y]));
  return Math.max(...released.map(each => Math.abs(Math.log(here(each) / there(each)))));
}

describe('releasedEpsilon', () => {
  test.each([0.1, 0.45, 0.9])('is reached by enumeration at sampling %d, and never exceeded', sampling => {
    for (const noiseEpsilon of [0.3, 1])
      for (const people of [1, 2, 4]) {
        const one = releasedEpsilon({ values: 1, sampling, noiseEpsilon });
        expect(enumerated([people], [people - 1], sampling, noiseEpsilon)).toBeCloseTo(one, 6);
        const several = releasedEpsilon({ values: 2, sampling, noiseEpsilon });
        for (const other of [0, 2])
          expect(enumerated([people, other], [people - 1, other + 1], sampling, noiseEpsilon)).toBeCloseTo(several, 6);
      }
  });

  test('a changed answer costs more with several values', () => {
    expect(releasedEpsilon({ values: 1, sampling: 0.45, noiseEpsilon: 1 })).toBeCloseTo(0.5728, 4);
    expect(releasedEpsilon({ values: 2, sampling: 0.45, noiseEpsilon: 1 })).toBeCloseTo(0.9075, 4);
  });

  test('who answered 0 in round one was sampled more often than others', () => {
    const die = makeDie({ values: 2, sampling: 0.45, baseline: [0.1, 0.2] });
    const law = lawOf([1], die, ([{ first, second }]) => (first === 0 ? second - first : 'other'));
    const [still, moved] = [law.get('0') ?? 0, law.get('1') ?? 0];
    const sampling = moved / (still + moved);
    expect(sampling).toBeGreaterThan(0.45);
    expect(releasedEpsilon({ values: 2, sampling, noiseEpsilon: 1 })).toBeCloseTo(1.606, 3);
  });

  test('noiseEpsilonFor spends what is allowed and no more', () => {
    for (const values of [1, 5]) {
      const noiseEpsilon = noiseEpsilonFor({ values, sampling: 0.45, epsilon: 1 });
      expect(releasedEpsilon({ values, sampling: 0.45, noiseEpsilon })).toBeLessThanOrEqual(1);
      expect(releasedEpsilon({ values, sampling: 0.45, noiseEpsilon })).toBeCloseTo(1, 12);
    }
  });
});
