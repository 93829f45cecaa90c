import { expect, test } from 'vitest';
import { type ForecastRequest, forecast } from './forecast.ts';
import { forecastQuantile } from './forecast-quantile.ts';
import { valuesOf } from './populations/distribution.ts';
import { populationOf } from './populations/population.ts';
import { weightedForecast } from './weighted.ts';

const SIZE = 1001;
const design = {
  scheme: 'fixed-size',
  relation: 'replace-one',
  epsilon: 0.2,
  delta: 1e-4,
  rates: [0.1, 1],
  part: 0.5,
} as const;
const mean: ForecastRequest = {
  ...design,
  statistic: { kind: 'mean', mean: 150, variance: 6000, min: 0, max: 2000 },
  mechanism: 'laplace',
  population: SIZE,
};
const median = {
  ...design,
  population: populationOf(valuesOf({ kind: 'lognormal', mean: 5, deviation: 0.5 }, SIZE, 1), { min: 0, max: 2000 }),
  quantile: 0.5,
  mechanism: 'smooth',
  runs: 50,
  seed: 1,
} as const;

test('what two statistics spend inside is what the sample may spend, and errors add up by weight', async () => {
  const [one, two] = [forecast(mean), await forecastQuantile(median)];
  const both = weightedForecast([
    { weight: 3, forecast: one },
    { weight: 1, forecast: two },
  ]);
  const alone = forecast({ ...mean, part: undefined });
  expect(both.rates.map(({ innerEpsilon }) => innerEpsilon)).toEqual(
    alone.rates.map(({ innerEpsilon }) => expect.closeTo(innerEpsilon, 12)),
  );
  expect(both.rates[0].mse).toBeCloseTo(3 * one.rates[0].mse + two.rates[0].mse, 6);
  expect(both.full.noiseVariance).toBeCloseTo(3 * one.full.noiseVariance + two.full.noiseVariance, 6);
});

test('weights decide which rate is best', async () => {
  const [one, two] = [forecast(mean), await forecastQuantile(median)];
  expect([one.best.rate, Math.round(10 * two.best.rate)]).toEqual([1, 1]);
  const bestAt = (weight: number) =>
    weightedForecast([
      { weight, forecast: one },
      { weight: 1, forecast: two },
    ]).best.rate;
  expect(bestAt(1e-3)).toBeLessThan(0.2);
  expect(bestAt(1e6)).toBe(1);
});

test('no member, a weight of nothing and different rates are refused', () => {
  const one = forecast(mean);
  expect(() => weightedForecast([])).toThrow(/at least one/);
  expect(() => weightedForecast([{ weight: 0, forecast: one }])).toThrow(/weight/);
  expect(() =>
    weightedForecast([
      { weight: 1, forecast: one },
      { weight: 1, forecast: forecast({ ...mean, rates: [0.2, 1] }) },
    ]),
  ).toThrow(/same rates/);
  expect(() => forecast({ ...mean, part: 0 })).toThrow(/share/);
});
