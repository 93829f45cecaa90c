import { describe, expect, test } from 'vitest';
import { reproducibleEntropy } from '../random/index.ts';
import { type Design, drawnAt, type ForecastScheme } from './design.ts';
import { openSampler } from './drawing.ts';
import { valuesOf } from './populations/distribution.ts';
import { noisyParts, type Statistic, samplingVariance, substitutionRatioOf } from './statistic.ts';

const sum = (numbers: ArrayLike<number>): number => Array.from(numbers).reduce((total, one) => total + one, 0);
const average = (numbers: ArrayLike<number>): number => sum(numbers) / numbers.length;
const central = (numbers: ArrayLike<number>, power: number): number => {
  const centre = average(numbers);
  return average(Array.from(numbers, one => (one - centre) ** power));
};
const sampleVariance = (numbers: ArrayLike<number>): number =>
  (central(numbers, 2) * numbers.length) / (numbers.length - 1);

describe('formulas of first order, beside 4,000 samples of 200 of 1,000', () => {
  const SIZE = 1000;
  const values = valuesOf({ kind: 'normal', mean: 3, deviation: 1 }, SIZE, 2).sort();
  const moments = { mean: average(values), variance: sampleVariance(values), min: -3, max: 9 };
  const variance: Statistic = { kind: 'variance', ...moments, kurtosis: central(values, 4) / moments.variance ** 2 };

  test.each<[ForecastScheme, Statistic, (sample: Float64Array) => number]>([
    ['fixed-size', variance, sampleVariance],
    ['with-replacement', variance, sampleVariance],
    ['bernoulli', variance, sampleVariance],
    ['bernoulli', { kind: 'mean', ...moments }, average],
  ])('%s: %j', (scheme, statistic, released) => {
    const design: Design = {
      scheme,
      relation: scheme === 'bernoulli' ? 'add-remove' : 'replace-one',
      population: SIZE,
    };
    const drawn = drawnAt(design, 0.2);
    const sampler = openSampler(scheme, values, reproducibleEntropy(7));
    const found = Array.from({ length: 4000 }, () => {
      sampler.next();
      return released(sampler.sampleAt(drawn));
    });
    // the variance of 4,000 numbers is known to 2.2 %; a formula that is a fifth off would be noticed
    const ratio = samplingVariance(statistic, design, drawn) / central(found, 2);
    expect(Math.abs(ratio - 1)).toBeLessThan(0.09);
  });
});

/** Every list of `length` places out of `of`: all different and increasing, or any. */
function* choices(of: number, length: number, repeat: boolean, from = 0): Generator<number[]> {
  if (length === 0) return yield [];
  for (let first = repeat ? 0 : from; first < of; first++)
    for (const rest of choices(of, length - 1, repeat, first + 1)) yield [first, ...rest];
}

test.each([2, 3, 4, 6])('the variance of the variance of %i of 7 units is that over all samples', size => {
  const values = [0, 0, 1, 3, 4, 4, 9];
  const variance = sampleVariance(values);
  const statistic: Statistic = {
    kind: 'variance',
    kurtosis: central(values, 4) / variance ** 2,
    mean: 3,
    variance,
    min: 0,
    max: 9,
  };
  for (const scheme of ['fixed-size', 'with-replacement'] as const) {
    if (scheme === 'with-replacement' && size > 4) continue;
    const design: Design = { scheme, relation: 'replace-one', population: 7 };
    const all = Array.from(choices(7, size, scheme === 'with-replacement'), places =>
      sampleVariance(places.map(place => values[place])),
    );
    expect(samplingVariance(statistic, design, { rate: size / 7, size })).toBeCloseTo(central(all, 2), 9);
  }
});

test('one unit has no variance to tell, and everybody no error', () => {
  const statistic: Statistic = { kind: 'variance', kurtosis: 3, mean: 1, variance: 1, min: 0, max: 3 };
  const design: Design = { scheme: 'fixed-size', relation: 'replace-one', population: 7 };
  expect(() => samplingVariance(statistic, design, { rate: 1 / 7, size: 1 })).toThrow(/at least 2 units/);
  expect(samplingVariance(statistic, design, { rate: 1, size: 7 })).toBeCloseTo(0, 12);
});

test('what a statistic moves with its parts are the derivatives of how it is made', () => {
  const data = [1, 2, 2, 5, 9];
  const middle = 4;
  const parts = {
    squares: sum(data.map(one => (one - middle) ** 2)),
    total: sum(data.map(one => one - middle)),
    units: data.length,
  };
  const mean = (at: typeof parts) => middle + at.total / at.units;
  const variance = (at: typeof parts) => at.squares / at.units - (at.total / at.units) ** 2;
  const slope = (released: (at: typeof parts) => number, name: keyof typeof parts): number =>
    (released({ ...parts, [name]: parts[name] + 1e-5 }) - released({ ...parts, [name]: parts[name] - 1e-5 })) / 2e-5;
  const moments = { mean: average(data), variance: central(data, 2), min: -1, max: 9 };
  const design: Design = { scheme: 'bernoulli', relation: 'add-remove', population: 5 };
  const slopes = (statistic: Statistic) =>
    noisyParts(statistic, design, { rate: 1, size: 5 }).map(part => Math.abs(part.slope));
  const expected = (released: typeof mean, names: (keyof typeof parts)[]) =>
    names.map(name => expect.closeTo(Math.abs(slope(released, name)), 6));
  expect(slopes({ kind: 'mean', ...moments })).toEqual(expected(mean, ['total', 'units']));
  expect(slopes({ kind: 'variance', kurtosis: 3, ...moments })).toEqual(
    expected(variance, ['squares', 'total', 'units']),
  );
});

test('a replaced unit changes a sample variance by at most the squared range over the number of units', () => {
  const LATTICE = [0, 1, 3];
  let most = 0;
  for (const a of LATTICE)
    for (const b of LATTICE)
      for (const c of LATTICE)
        for (const d of LATTICE) most = Math.max(most, Math.abs(sampleVariance([a, b, c]) - sampleVariance([a, b, d])));
  const design: Design = { scheme: 'fixed-size', relation: 'replace-one', population: 3 };
  const statistic: Statistic = { kind: 'variance', kurtosis: 3, mean: 1, variance: 1, min: 0, max: 3 };
  const [part] = noisyParts(statistic, design, { rate: 1, size: 3 });
  expect(part.sensitivity.sum * part.slope).toBeCloseTo(most, 12);
});

test('a replaced unit costs a count once, a histogram twice, a sum by its bounds', () => {
  const moments = { mean: 0, variance: 1 };
  expect(substitutionRatioOf({ kind: 'count', share: 0.5 })).toBe(1);
  expect(substitutionRatioOf({ kind: 'histogram', shares: [1] })).toBe(2);
  expect(substitutionRatioOf({ kind: 'sum', ...moments, min: 0, max: 5 })).toBe(1);
  expect(substitutionRatioOf({ kind: 'sum', ...moments, min: -5, max: 5 })).toBe(2);
  expect(substitutionRatioOf({ kind: 'sum', ...moments, min: 4, max: 5 })).toBe(1);
});
