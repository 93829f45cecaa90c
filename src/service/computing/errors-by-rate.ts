/** How far a mean and a median err at each sampling rate: an example for a lesson, the same for everybody. */
import { type Forecast, forecast, forecastQuantile, type RateForecast } from '../../forecast/index.ts';
import { populationOf, valuesOf } from '../../forecast/populations/index.ts';
import type { ErrorsByRate } from '../contract/learning.ts';

/** Days that patients of a simulated hospital stay: half of them up to five, a few for months. */
const STAYS = { kind: 'lognormal', mean: 1.6, deviation: 0.8 } as const;
const DAYS = { min: 0, max: 90 };
const PEOPLE = 2001;
const DESIGN = { scheme: 'fixed-size', relation: 'replace-one', epsilon: 0.3 } as const;
const DELTA = 1e-6;
const RATES = [0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

export async function errorsByRateOf(): Promise<ErrorsByRate> {
  const population = populationOf(valuesOf(STAYS, PEOPLE, 1), DAYS);
  const design = { ...DESIGN, rates: RATES };
  const mean = forecast({
    ...design,
    statistic: { kind: 'mean', ...momentsOf(population.sorted), ...DAYS },
    population: PEOPLE,
    mechanism: 'laplace',
    delta: 0,
  });
  const median = await forecastQuantile({
    ...design,
    population,
    quantile: 0.5,
    mechanism: 'smooth',
    delta: DELTA,
    runs: 200,
    seed: 1,
  });
  return { mean: errorsOf(mean), median: errorsOf(median), people: PEOPLE, epsilon: DESIGN.epsilon, delta: DELTA };
}

function momentsOf(values: Float64Array) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) };
}

/** A bias is an error of sampling too. */
const errors = ({ rate, samplingVariance, bias, noiseVariance, mse }: RateForecast) => ({
  rate,
  sampling: Math.sqrt(samplingVariance + bias ** 2),
  noise: Math.sqrt(noiseVariance),
  error: Math.sqrt(mse),
});

const errorsOf = ({ rates, best }: Forecast) => ({ rates: rates.map(errors), best: errors(best) });
