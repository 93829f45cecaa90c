import { describe, expect, test } from 'vitest';
import { type ForecastRequest, forecast } from './forecast.ts';

const POPULATION = 10_001;
const mean: ForecastRequest = {
  statistic: { kind: 'mean', mean: 0.5, variance: 0.0107, min: 0, max: 1 },
  mechanism: 'laplace',
  scheme: 'fixed-size',
  relation: 'replace-one',
  population: POPULATION,
  epsilon: 1,
  delta: 0,
};

test('the mean follows its published formula', () => {
  const { rates, full } = forecast({ ...mean, rates: [0.01, 0.1, 1] });
  for (const { rate, innerEpsilon, samplingVariance, noiseVariance, mse } of rates) {
    const size = Math.round(rate * POPULATION);
    const inner = Math.log1p((POPULATION / size) * Math.expm1(1));
    expect(innerEpsilon).toBeCloseTo(inner, 9);
    expect(samplingVariance).toBeCloseTo(((1 - size / POPULATION) * 0.0107) / size, 15);
    expect(noiseVariance).toBeCloseTo(2 / (inner * size) ** 2, 15);
    expect(mse).toBe(samplingVariance + noiseVariance);
  }
  expect(rates[0].innerEpsilon).toBeCloseTo(5.14, 2);
  expect(full.mse).toBeCloseTo(2 / POPULATION ** 2, 15);
});

test.each([0.001, 0.01, 0.1, 1, 3, 10])('no sample of any rate gains for the mean at epsilon %d', epsilon => {
  const { best, gain, rates } = forecast({ ...mean, epsilon });
  expect(best.rate).toBe(1);
  expect(gain).toBe(1);
  expect(rates.slice(0, -1).every(({ mse }) => mse > best.mse)).toBe(true);
});

describe('what sampling adds is the variance over all samples', () => {
  const VALUES = [0, 1, 1, 3];
  const average = VALUES.reduce((sum, value) => sum + value, 0) / VALUES.length;
  const variance = VALUES.reduce((sum, value) => sum + (value - average) ** 2, 0) / (VALUES.length - 1);
  const moments = { mean: average, variance, min: 0, max: 3 };
  const half: ForecastRequest = { ...mean, population: VALUES.length, rates: [0.5] };
  const spread = (numbers: readonly number[]): number => {
    const centre = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    return numbers.reduce((sum, one) => sum + (one - centre) ** 2, 0) / numbers.length;
  };
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const subsets = Array.from({ length: 16 }, (_, set) => VALUES.filter((_, place) => (set >> place) & 1));
  const pairs = VALUES.flatMap(first => VALUES.map(second => [first, second]));

  test('without replacement', () => {
    const drawn = subsets.filter(({ length }) => length === 2);
    const [ofMean] = forecast({ ...half, statistic: { kind: 'mean', ...moments } }).rates;
    expect(ofMean.samplingVariance).toBeCloseTo(spread(drawn.map(values => sum(values) / 2)), 12);
    const [ofSum] = forecast({ ...half, statistic: { kind: 'sum', ...moments } }).rates;
    expect(ofSum.samplingVariance).toBeCloseTo(spread(drawn.map(values => sum(values) * 2)), 12);
    const ones = drawn.map(values => values.filter(value => value === 1).length * 2);
    const [ofCount] = forecast({ ...half, statistic: { kind: 'count', share: 0.5 } }).rates;
    expect(ofCount.samplingVariance).toBeCloseTo(spread(ones), 12);
  });

  test('with replacement', () => {
    const [ofMean] = forecast({ ...half, scheme: 'with-replacement', statistic: { kind: 'mean', ...moments } }).rates;
    expect(ofMean.samplingVariance).toBeCloseTo(spread(pairs.map(values => sum(values) / 2)), 12);
  });

  test('by coins', () => {
    const coins: ForecastRequest = { ...half, scheme: 'bernoulli', relation: 'add-remove' };
    const [ofSum] = forecast({ ...coins, statistic: { kind: 'sum', ...moments } }).rates;
    expect(ofSum.samplingVariance).toBeCloseTo(spread(subsets.map(values => sum(values) * 2)), 12);
    const cells = [0, 1, 3].map(cell =>
      spread(subsets.map(values => values.filter(value => value === cell).length * 2)),
    );
    const [ofCells] = forecast({ ...coins, statistic: { kind: 'histogram', shares: [0.25, 0.5, 0.25] } }).rates;
    expect(ofCells.samplingVariance).toBeCloseTo(sum(cells), 12);
  });
});

describe('strata', () => {
  const strata = [
    { share: 0.75, ratio: 1 },
    { share: 0.25, ratio: 2 },
  ];
  const stratified: ForecastRequest = {
    ...mean,
    scheme: 'stratified',
    relation: 'add-remove',
    population: 4000,
    strata,
    statistic: { kind: 'count', share: 0.5 },
    rates: [0.125, 1],
  };

  test('each is a Bernoulli sample of its own; what may be spent is that of the largest rate', () => {
    const [sample, everybody] = forecast(stratified).rates;
    expect(sample.innerEpsilon).toBeCloseTo(Math.log1p(Math.expm1(1) / 0.2), 9);
    const noise = 2 / sample.innerEpsilon ** 2;
    expect(sample.noiseVariance).toBeCloseTo(noise * (100 + 25), 6);
    expect(sample.samplingVariance).toBeCloseTo((1500 * 0.9) / 0.1 + (500 * 0.8) / 0.2, 6);
    expect(everybody.mse).toBeCloseTo(2 * 2, 12);
  });

  test('no stratum is drawn more than wholly, and strata that are none are refused', () => {
    const [most] = forecast({ ...stratified, rates: [0.9] }).rates;
    expect(most.innerEpsilon).toBeCloseTo(1, 9);
    expect(() => forecast({ ...stratified, strata: [{ share: 0.5, ratio: 1 }] })).toThrow(/sum to 1/);
    expect(() => forecast({ ...stratified, strata: undefined })).toThrow(/needs strata/);
    expect(() => forecast({ ...mean, strata })).toThrow(/must not have/);
    expect(() => forecast({ ...stratified, relation: 'replace-one' })).toThrow(/add-remove/);
  });
});

describe('noise', () => {
  const count: ForecastRequest = { ...mean, statistic: { kind: 'count', share: 0.3 }, rates: [1] };
  const noiseOf = (change: Partial<ForecastRequest>) => forecast({ ...count, ...change }).full.noiseVariance;

  test('of the three kinds', () => {
    expect(noiseOf({})).toBeCloseTo(2, 12);
    expect(noiseOf({ mechanism: 'discrete-laplace' })).toBeCloseTo((2 * Math.exp(-1)) / (1 - Math.exp(-1)) ** 2, 12);
    // the least Gaussian scale for (1, 1e-5) is 3.7304
    expect(Math.sqrt(noiseOf({ mechanism: 'gaussian', delta: 1e-5 }))).toBeCloseTo(3.7304, 3);
    expect(() => noiseOf({ mechanism: 'gaussian' })).toThrow(/delta/);
  });

  test('of several cells, of a mean by two questions, of a variance by three', () => {
    expect(noiseOf({ statistic: { kind: 'histogram', shares: [0.2, 0.2, 0.6] } })).toBeCloseTo(3 * 8, 12);
    const secret = { scheme: 'bernoulli', relation: 'add-remove', population: 100 } as const;
    const moments = { mean: 0.5, variance: 0.01, min: 0, max: 1 };
    expect(noiseOf({ ...secret, statistic: { kind: 'histogram', shares: [0.2, 0.8] } })).toBeCloseTo(2 * 2, 12);
    expect(noiseOf({ ...secret, statistic: { kind: 'mean', ...moments } })).toBeCloseTo(2 / 100 ** 2, 12);
    const tilted = { kind: 'mean', ...moments, mean: 0.9 } as const;
    expect(noiseOf({ ...secret, statistic: tilted })).toBeCloseTo((2 + 8 * 0.4 ** 2) / 100 ** 2, 12);
    const variance = { kind: 'variance', kurtosis: 3, ...moments } as const;
    expect(noiseOf({ ...secret, statistic: variance })).toBeCloseTo((18 / 16 + 18 * 0.01 ** 2) / 100 ** 2, 12);
    expect(noiseOf({ statistic: variance, population: 100 })).toBeCloseTo(2 / 100 ** 2, 12);
  });
});

test.each<[string, Partial<ForecastRequest>]>([
  ['population', { population: 1 }],
  ['population', { population: 10.5 }],
  ['variance', { statistic: { kind: 'mean', mean: 0, variance: 0, min: -1, max: 1 } }],
  ['variance', { statistic: { kind: 'mean', mean: 0, variance: Number.NaN, min: -1, max: 1 } }],
  ['variance', { statistic: { kind: 'mean', mean: 0, variance: 9, min: -1, max: 1 } }],
  ['bounds', { statistic: { kind: 'sum', mean: 0, variance: 1, min: 1, max: 1 } }],
  ['mean', { statistic: { kind: 'sum', mean: 2, variance: 1, min: -1, max: 1 } }],
  ['Shares', { statistic: { kind: 'count', share: 1.5 } }],
  ['Shares', { statistic: { kind: 'histogram', shares: [0.9, 0.2] } }],
  ['rate', { rates: [0] }],
  ['rate', { rates: [2] }],
  ['rate', { rates: [Number.NaN] }],
  ['rate', { rates: [] }],
  ['Epsilon', { epsilon: 0 }],
  ['Epsilon', { epsilon: Number.NaN }],
  ['Delta', { delta: 1 }],
  ['add-remove', { scheme: 'bernoulli' }],
  ['empty sample', { scheme: 'fraction', rates: [0.00001] }],
  ['fail with certainty', { mechanism: 'gaussian', delta: 0.5, rates: [0.1] }],
])('a wrong %s is refused: %j', (word, change) => {
  expect(() => forecast({ ...mean, ...change })).toThrow(new RegExp(word));
});

test('where the size is secret a fixed-size sample brings noise no lower', () => {
  const secret = forecast({ ...mean, relation: 'add-remove', rates: [0.1] });
  expect(secret.rates[0].innerEpsilon).toBeLessThanOrEqual(1);
  expect(secret.rates[0].gainsImpossible).toBeNull();
  expect(forecast({ ...mean, statistic: { kind: 'count', share: 0.5 }, rates: [0.5] }).rates[0].gainsImpossible).toBe(
    true,
  );
});
