import { describe, expect, test } from 'vitest';
import { misfit } from '../../test/support/goodness-of-fit.ts';
import { binomialLogMass } from '../numerics/index.ts';
import { reproducibleEntropy, uniform } from '../random/index.ts';
import { binomialDraw } from './binomial-draw.ts';
import { PUBLISHED_COINS } from './randomized-response.ts';
import { type CollectionSimulation, type Played, simulate, simulateInSteps } from './simulation.ts';
import { makeDie } from './views/die.ts';
import { makePopulation } from './views/population.ts';

const COUNTS = [1, 0, 1, 7, 16, 18, 25];
const RUNS = 2000;

const orderOf = (population: number, noiseEpsilon?: number): CollectionSimulation => ({
  population: makePopulation(COUNTS, population),
  die: makeDie({ values: COUNTS.length, sampling: 0.45 }),
  noiseEpsilon,
  aggregators: 2,
  coins: PUBLISHED_COINS,
  runs: RUNS,
  seed: 7,
});

const played = (population: number, noiseEpsilon?: number) => simulate(orderOf(population, noiseEpsilon));

/** Standard errors by which the means lie off the truth, and deviations off the theory; a deviation errs by about 1/√(2 runs). */
function misses({ estimates, theory }: Played): { mean: number; deviation: number } {
  const means = COUNTS.map((count, value) => {
    const error = theory.standardDeviation[value] / Math.sqrt(RUNS);
    return error === 0 ? 0 : Math.abs(estimates.mean[value] - count) / error;
  });
  const deviations = COUNTS.map((count, value) => {
    if (count < 2 && theory.standardDeviation[value] < 5) return 0;
    return Math.abs(estimates.standardDeviation[value] / theory.standardDeviation[value] - 1) * Math.sqrt(2 * RUNS);
  });
  return { mean: Math.max(...means), deviation: Math.max(...deviations) };
}

describe('simulate', () => {
  test.each([undefined, 0.5])('estimates lie around the truth as far as theory says, noise %s', noiseEpsilon => {
    const simulated = played(286, noiseEpsilon);
    for (const each of [simulated, simulated.randomizedResponse]) {
      expect(misses(each).mean).toBeLessThan(4);
      expect(misses(each).deviation).toBeLessThan(4);
    }
  });

  test('a theory that is wrong by a sixth would be noticed', () => {
    const { estimates, theory } = played(286);
    const wrong = { standardDeviation: theory.standardDeviation.map(deviation => (deviation * 7) / 6) };
    expect(misses({ estimates, theory: wrong }).deviation).toBeGreaterThan(4);
    const shifted = { ...estimates, mean: estimates.mean.map(mean => mean + 1) };
    expect(misses({ estimates: shifted, theory }).mean).toBeGreaterThan(4);
  });

  test('the error does not grow with people who have none of the values; that of randomized response does', () => {
    const [small, medium, large] = [286, 10_000, 1_000_000].map(population => played(population));
    for (const grown of [medium, large]) {
      expect(grown.theory).toEqual(small.theory);
      expect(misses(grown).deviation).toBeLessThan(4);
    }
    const atEach = [small, medium, large].map(
      ({ randomizedResponse }) => randomizedResponse.estimates.standardDeviation[3],
    );
    expect(atEach[1] / atEach[0]).toBeGreaterThan(4);
    expect(atEach[2] / atEach[1]).toBeGreaterThan(9);
  });

  test('the same seed plays the same', () => {
    expect(played(286, 1)).toEqual(played(286, 1));
  });

  test('in steps it finds the same, tells how far it is, and can be given up', async () => {
    const ordered = { ...orderOf(286), runs: 3000 };
    const parts: number[] = [];
    expect(await simulateInSteps(ordered, { progress: part => parts.push(part) })).toEqual(simulate(ordered));
    expect(parts).toHaveLength(2 * 2 * COUNTS.length);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);
    const controller = new AbortController();
    const progress = () => controller.abort(new RangeError('given up'));
    const given = simulateInSteps({ ...ordered, runs: 1e9 }, { progress, signal: controller.signal });
    await expect(given).rejects.toBeInstanceOf(RangeError);
  });

  test.each([
    { runs: 1 },
    { runs: Number.NaN },
    { aggregators: 0 },
    { noiseEpsilon: Number.NaN },
    { coins: { truth: 1, yes: 0.2 } },
    { die: makeDie({ values: 2, sampling: 0.45 }) },
    { seed: -1 },
  ])('%j is refused', change => {
    const usual = {
      population: makePopulation([3], 5),
      die: makeDie({ values: 1, sampling: 0.45 }),
      aggregators: 2,
      coins: PUBLISHED_COINS,
      runs: 2,
    };
    expect(() => simulate({ ...usual, ...change })).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
  });
});

test.each([
  [10, 0.3],
  [1_000_000, 0.04],
  [0, 0.5],
])('binomialDraw has the law of %d coins of %d', (trials, probability) => {
  const draw = binomialDraw(uniform(reproducibleEntropy(3)), trials, probability);
  const drawn = Array.from({ length: 20_000 }, draw);
  const mass = (chance: number) => (count: number) => Math.exp(binomialLogMass(trials, chance, count));
  if (trials === 0) expect(new Set(drawn)).toEqual(new Set([0]));
  else {
    expect(misfit(drawn, mass(probability))).toBeLessThan(4);
    expect(misfit(drawn, mass(probability * (1 + 2 / Math.sqrt(trials))))).toBeGreaterThan(4);
  }
});
