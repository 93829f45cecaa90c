import { expect, test } from 'vitest';
import { valuesOf } from './populations/distribution.ts';
import { populationOf } from './populations/population.ts';
import { type SimulationRequest, simulate } from './simulation.ts';
import { exactSmoothNoise } from './smooth/smooth-noise.ts';
import { quantilePlace, smoothSensitivity } from './smooth/smooth-sensitivity.ts';
import { simulateOnThreads } from './threads.ts';

const VALUES = [1, 2, 4, 7, 9];
const small: SimulationRequest = {
  population: populationOf(VALUES, { min: 0, max: 10 }),
  quantile: 0.5,
  mechanism: 'smooth',
  scheme: 'fixed-size',
  relation: 'replace-one',
  privacies: [{ epsilon: 1, delta: 0.01 }],
  rates: [0.6, 1],
  runs: 4000,
  seed: 1,
};

/** All ten samples of three of five. */
const samples = [0, 1, 2].flatMap(a =>
  [1, 2, 3].flatMap(b => [2, 3, 4].flatMap(c => (a < b && b < c ? [[a, b, c].map(place => VALUES[place])] : []))),
);

const average = (numbers: ArrayLike<number>): number =>
  Array.from(numbers).reduce((sum, one) => sum + one, 0) / numbers.length;

test('means over the runs are those over all samples', () => {
  const { truth, cells } = simulate(small);
  const [sample, full] = cells;
  expect(truth).toBe(4);
  expect(samples).toHaveLength(10);
  expect(sample.inner.epsilon).toBeCloseTo(Math.log1p(Math.expm1(1) / 0.6), 12);
  const { alpha, beta } = exactSmoothNoise(sample.inner);
  const variances = samples.map(values => {
    const sensitivity = smoothSensitivity(Float64Array.from(values), quantilePlace(3, 0.5), { min: 0, max: 10, beta });
    return 2 * (sensitivity / alpha) ** 2;
  });
  const spread = Math.sqrt(average(variances.map(one => (one - average(variances)) ** 2)));
  expect(Math.abs(average(sample.variances) - average(variances))).toBeLessThan((4 * spread) / Math.sqrt(small.runs));
  const medians = samples.map(([, middle]) => middle);
  expect(Math.abs(average(sample.centres) - average(medians))).toBeLessThan((4 * 3) / Math.sqrt(small.runs));
  expect(new Set(full.centres)).toEqual(new Set([4]));
});

test('the same seed, the same runs, on any number of threads', async () => {
  const large = {
    ...small,
    population: populationOf(valuesOf({ kind: 'normal', mean: 0, deviation: 1 }, 20_001, 1), { min: -6, max: 6 }),
    rates: [0.05],
    runs: 1050,
  };
  const parts: number[] = [];
  const [one, two] = await Promise.all([
    simulateOnThreads(large, { threads: 1 }),
    simulateOnThreads(large, { threads: 2, progress: part => parts.push(part) }),
  ]);
  expect(two).toEqual(one);
  expect(one.cells[0].centres.every(Number.isFinite)).toBe(true);
  expect(parts.at(-1)).toBe(1);
  expect(simulate({ ...small, seed: 2 }).cells[0].centres).not.toEqual(simulate(small).cells[0].centres);
});

test.each<[string, Partial<SimulationRequest>]>([
  ['runs', { runs: 1 }],
  ['runs', { runs: 10.5 }],
  ['quantile', { quantile: 1.5 }],
  ['quantile', { quantile: Number.NaN }],
  ['delta', { privacies: [{ epsilon: 1, delta: 0 }] }],
  ['Epsilon', { privacies: [{ epsilon: -1, delta: 0.1 }] }],
  ['rate', { rates: [1.5] }],
  ['unsound', { mechanism: 'smooth-printed', privacies: [{ epsilon: 12, delta: 0.01 }] }],
])('a wrong %s is refused: %j', (word, change) => {
  expect(() => simulate({ ...small, ...change })).toThrow(new RegExp(word));
});
