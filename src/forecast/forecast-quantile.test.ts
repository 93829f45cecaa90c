import { describe, expect, test } from 'vitest';
import { concludedCells, forecastQuantile, type QuantileForecastRequest } from './forecast-quantile.ts';
import { valuesOf } from './populations/distribution.ts';
import { populationOf } from './populations/population.ts';
import type { SimulatedSetting } from './simulation.ts';

const SIZE = 1001;
const lognormal = populationOf(valuesOf({ kind: 'lognormal', mean: 5, deviation: 0.5 }, SIZE, 3), {
  min: 0,
  max: 2000,
});
const request: QuantileForecastRequest = {
  population: lognormal,
  quantile: 0.5,
  mechanism: 'smooth',
  scheme: 'fixed-size',
  relation: 'replace-one',
  epsilon: 0.1,
  delta: 1e-4,
  runs: 200,
  seed: 1,
};

test('at strong privacy a sample is better beyond chance, and the best rate is found between those shown', async () => {
  const { rates, best, full, gain, significant, truth } = await forecastQuantile(request);
  expect(truth).toBe(lognormal.sorted[500]);
  expect(gain).toBeGreaterThan(2);
  expect(significant).toBe(true);
  expect(best.mse).toBeLessThanOrEqual(Math.min(...rates.map(({ mse }) => mse)));
  expect(rates.at(-1)).toEqual(full);
  expect(full.samplingVariance).toBe(0);
  for (const { mse, samplingVariance, bias, noiseVariance } of rates)
    expect((samplingVariance * 199) / 200 + bias ** 2 + noiseVariance).toBeCloseTo(mse, 6);
});

test('progress runs once from nothing to the whole, over the rates that are shown and those between', async () => {
  const parts: number[] = [];
  await forecastQuantile({ ...request, runs: 40 }, { progress: part => parts.push(part) });
  expect(parts).toEqual([...new Set(parts)].sort((a, b) => a - b));
  expect(parts).toHaveLength(4);
  expect(parts.at(-1)).toBe(1);
});

test('at weak privacy everybody is asked', async () => {
  const { best, gain, significant, rates } = await forecastQuantile({ ...request, epsilon: 5, rates: [0.1, 0.5] });
  expect([best.rate, gain, significant]).toEqual([1, 1, false]);
  expect(rates.map(({ rate }) => Math.round(1000 * rate) / 1000)).toEqual([0.101, 0.5]);
});

test('a gain that chance may explain is not called significant', () => {
  const cell = (rate: number, variances: number[]): SimulatedSetting => ({
    rate,
    size: rate * 10,
    privacy: { epsilon: 1, delta: 0 },
    inner: { epsilon: 1, delta: 0 },
    centres: new Float64Array(4),
    variances: Float64Array.from(variances),
  });
  const full = cell(1, [10, 10, 10, 10]);
  const lucky = concludedCells([cell(0.5, [0, 19, 1, 18]), full], 0);
  expect([lucky.best.rate, lucky.significant]).toEqual([0.5, false]);
  const better = concludedCells([cell(0.5, [9, 9.1, 8.9, 9]), full], 0);
  expect([better.best.rate, better.significant]).toEqual([0.5, true]);
  expect(concludedCells([cell(0.5, [11, 11, 11, 11]), full], 0).significant).toBe(false);
});

describe('mechanisms', () => {
  const at = async (change: Partial<QuantileForecastRequest>) =>
    (await forecastQuantile({ ...request, epsilon: 1, rates: [1], ...change })).full.noiseVariance;

  test('noise for the whole range is that of its formula', async () => {
    expect(await at({ mechanism: 'laplace' })).toBeCloseTo(2 * 2000 ** 2, 3);
    expect(await at({ mechanism: 'gaussian', delta: 1e-5 })).toBeCloseTo((2000 * 3.7304) ** 2, -5);
  });

  test('exact constants bring less noise than printed ones, and the exponential mechanism less than either', async () => {
    const [printed, exact] = [await at({ mechanism: 'smooth-printed' }), await at({ mechanism: 'smooth' })];
    expect(exact).toBeLessThan(printed);
    expect(await at({ mechanism: 'exponential', delta: 0 })).toBeLessThan(exact);
  });

  test('coins go with mechanisms for added and removed units', async () => {
    const coins = { scheme: 'bernoulli', relation: 'add-remove', mechanism: 'exponential', delta: 0 } as const;
    const { rates } = await forecastQuantile({ ...request, ...coins, rates: [0.5] });
    expect(rates[0].innerEpsilon).toBeCloseTo(Math.log1p(2 * Math.expm1(0.1)), 9);
    expect(rates[0].mse).toBeGreaterThan(0);
    const smooth = await forecastQuantile({
      ...request,
      ...coins,
      mechanism: 'smooth',
      delta: 1e-4,
      rates: [0.5],
      runs: 3,
    });
    expect(smooth.rates[0].noiseVariance).toBeLessThan(2 * (2000 / smooth.rates[0].innerEpsilon) ** 2);
  });

  test('coins may draw nobody: then the middle of the range is told', async () => {
    const few = populationOf([1, 2, 3], { min: 0, max: 10 });
    const coins = { scheme: 'bernoulli', relation: 'add-remove', population: few, rates: [0.01], epsilon: 1 } as const;
    for (const mechanism of ['laplace', 'exponential', 'smooth'] as const) {
      const { rates, truth } = await forecastQuantile({ ...request, ...coins, mechanism, runs: 20 });
      expect(truth).toBe(2);
      expect(rates[0].bias).toBeGreaterThan(2);
      expect(rates[0].mse).toBeLessThan(1e4);
    }
  });
});
