import { describe, expect, test } from 'vitest';
import { reproducibleEntropy } from '../random/index.ts';
import type { ForecastScheme } from './design.ts';
import { openSampler } from './drawing.ts';

const POPULATION = Float64Array.of(1, 2, 3, 4);
const DRAWS = 24_000;

/** How often each sample comes up. */
function frequencies(scheme: ForecastScheme, drawn: { rate: number; size: number }): Map<string, number> {
  const sampler = openSampler(scheme, POPULATION, reproducibleEntropy(3));
  const counts = new Map<string, number>();
  for (let draw = 0; draw < DRAWS; draw++) {
    sampler.next();
    const sample = sampler.sampleAt(drawn).join(' ');
    counts.set(sample, (counts.get(sample) ?? 0) + 1);
  }
  return counts;
}

/** Pearson's statistic against the chances of all samples. */
const misfit = (counts: Map<string, number>, chances: Map<string, number>): number =>
  [...chances].reduce((sum, [sample, chance]) => {
    const expected = chance * DRAWS;
    return sum + ((counts.get(sample) ?? 0) - expected) ** 2 / expected;
  }, 0);

const subsets = Array.from({ length: 16 }, (_, set) => [...POPULATION].filter((_, place) => (set >> place) & 1));
const pairs = new Map(subsets.filter(({ length }) => length === 2).map(sample => [sample.join(' '), 1 / 6]));
const coins = (rate: number) =>
  new Map(subsets.map(sample => [sample.join(' '), rate ** sample.length * (1 - rate) ** (4 - sample.length)]));
const draws = new Map<string, number>();
for (const first of POPULATION)
  for (const second of POPULATION) {
    const sample = [first, second].sort((a, b) => a - b).join(' ');
    draws.set(sample, (draws.get(sample) ?? 0) + 1 / 16);
  }

describe('samples have the chances that their scheme says', () => {
  // the 0.999 quantiles of chi-square with 5, 15 and 9 degrees of freedom
  test.each<[ForecastScheme, { rate: number; size: number }, Map<string, number>, number]>([
    ['fixed-size', { rate: 0.5, size: 2 }, pairs, 20.5],
    ['fraction', { rate: 0.5, size: 2 }, pairs, 20.5],
    ['bernoulli', { rate: 0.3, size: 1.2 }, coins(0.3), 37.7],
    ['with-replacement', { rate: 0.5, size: 2 }, draws, 27.9],
  ])('%s', (scheme, drawn, chances, limit) => {
    expect(misfit(frequencies(scheme, drawn), chances)).toBeLessThan(limit);
  });

  test('a rate that is a little off would be noticed', () => {
    expect(misfit(frequencies('bernoulli', { rate: 0.32, size: 1.28 }), coins(0.3))).toBeGreaterThan(37.7);
  });
});

test.each<ForecastScheme>(['fixed-size', 'bernoulli', 'with-replacement'])(
  '%s: samples of one run lie in each other',
  scheme => {
    const sorted = Float64Array.from({ length: 100 }, (_, place) => place);
    const sampler = openSampler(scheme, sorted, reproducibleEntropy(4));
    sampler.next();
    const small = [...sampler.sampleAt({ rate: 0.2, size: 20 })];
    const large = [...sampler.sampleAt({ rate: 0.6, size: 60 })];
    expect(small.every(value => large.includes(value))).toBe(true);
    expect(large).toEqual([...large].sort((a, b) => a - b));
  },
);
