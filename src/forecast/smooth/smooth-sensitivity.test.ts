import { describe, expect, test } from 'vitest';
import { reproducibleEntropy, uniform } from '../../random/index.ts';
import { medianPlace, quantilePlace, type RankPair, type Smoothing, smoothSensitivity } from './smooth-sensitivity.ts';

const LATTICE = [0, 1, 4, 9];
const BOUNDS = { min: 0, max: 9 };

/** All data sets of a size over the lattice, sorted. */
const dataSets = (size: number, from = 0): number[][] =>
  size === 0
    ? [[]]
    : LATTICE.slice(from).flatMap((value, place) => dataSets(size - 1, from + place).map(rest => [value, ...rest]));

/** Fewest replaced units between two data sets. */
function distance(one: readonly number[], other: readonly number[]): number {
  const left = [...other];
  for (const value of one) {
    const place = left.indexOf(value);
    if (place >= 0) left.splice(place, 1);
  }
  return left.length;
}

const medianOf = (data: readonly number[], { lower, upper }: RankPair): number => (data[lower] + data[upper]) / 2;

/** The definition: every data set's own sensitivity, weighted by how far away it is. */
function bySets(data: readonly number[], all: readonly number[][], place: RankPair, beta: number): number {
  const local = (centre: readonly number[]) =>
    Math.max(
      ...all
        .filter(one => distance(centre, one) <= 1)
        .map(one => Math.abs(medianOf(one, place) - medianOf(centre, place))),
    );
  return Math.max(...all.map(one => Math.exp(-beta * distance(data, one)) * local(one)));
}

/** The same by the formula, over all pairs of places. */
function byPairs(sorted: Float64Array, { lower, upper }: RankPair, { min, max, beta }: Smoothing): number {
  const value = (place: number): number => (place < 0 ? min : place >= sorted.length ? max : sorted[place]);
  let most = 0;
  for (let low = -1; low <= lower; low++)
    for (let high = upper; high <= sorted.length; high++) {
      const steps = lower - low + high - upper;
      if (steps >= 1) most = Math.max(most, Math.exp(-beta * (steps - 1)) * (value(high) - value(low)));
    }
  return lower === upper ? most : most / 2;
}

describe('smoothSensitivity is the definition, on every data set of up to five values', () => {
  for (const size of [1, 2, 3, 4, 5]) {
    const all = dataSets(size);
    const places = [medianPlace(size), ...[0.1, 0.25, 0.9].map(quantile => quantilePlace(size, quantile))];
    test.each([0.05, 0.7, 3])(`size ${size}, beta %d`, beta => {
      for (const place of places)
        for (const data of all)
          expect(smoothSensitivity(Float64Array.from(data), place, { ...BOUNDS, beta })).toBeCloseTo(
            bySets(data, all, place, beta),
            12,
          );
    });
  }
});

describe('and on random data of up to 200 values, by all pairs of places', () => {
  const below = uniform(reproducibleEntropy(6));
  const SHAPES: Readonly<Record<string, () => number>> = {
    spread: () => below(1_000_000) / 1000,
    tied: () => below(5) * 200,
    crowded: () => 500 + below(3) / 1e6,
    skewed: () => 1000 * (below(1000) / 1000) ** 9,
    'at the bounds': () => below(2) * 1000,
    equal: () => 1000,
  };
  test.each(Object.keys(SHAPES))('%s', shape => {
    for (let turn = 0; turn < 60; turn++) {
      const sorted = Float64Array.from({ length: 1 + below(200) }, SHAPES[shape]).sort();
      const smoothing = { min: 0, max: 1000, beta: 10 ** (below(4000) / 1000 - 4) };
      for (const place of [medianPlace(sorted.length), quantilePlace(sorted.length, below(101) / 100)]) {
        const expected = byPairs(sorted, place, smoothing);
        expect(Math.abs(smoothSensitivity(sorted, place, smoothing) / expected - 1)).toBeLessThan(1e-12);
      }
    }
  });
});

test('values that can be nothing but equal have no sensitivity', () => {
  expect(smoothSensitivity(Float64Array.of(1, 1, 1), medianPlace(3), { min: 1, max: 1, beta: 1 })).toBe(0);
});

test('places: the middle of odd and even numbers, and quantiles as decimals mean them', () => {
  expect([medianPlace(5), medianPlace(4)]).toEqual([
    { lower: 2, upper: 2 },
    { lower: 1, upper: 2 },
  ]);
  expect(quantilePlace(100, 0.07).lower).toBe(6);
  expect([quantilePlace(9, 0).lower, quantilePlace(9, 1).lower]).toEqual([0, 8]);
});
