import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawsOf, trueSumDelta } from '../../../test/support/statistical-sums.ts';
import { upperTail } from '../../numerics/index.ts';
import { propertyDelta, type Sampling, type SumQuery, sumDelta } from '../index.ts';

const everything: Sampling = { kind: 'everything' };

/** N(shift, deviation²) against N(0, deviation²). */
const normalDelta = (shift: number, deviation: number, epsilon: number): number => {
  const distance = shift / deviation;
  return (
    upperTail(epsilon / distance - distance / 2) - Math.exp(epsilon) * upperTail(epsilon / distance + distance / 2)
  );
};

const within = (truth: number, { lower, upper }: { lower: number; upper: number }) => {
  expect(lower).toBeLessThanOrEqual(truth);
  expect(upper).toBeGreaterThanOrEqual(truth);
};

describe('a sum of normals', () => {
  const query: SumQuery = {
    entries: 1000,
    distribution: { kind: 'normal', mean: 3, deviation: 2 },
    range: { lower: -3, upper: 9 },
  };

  test('is the Gaussian mechanism with the spread of the others', () => {
    const at = sumDelta(query, everything);
    for (const epsilon of [0, 0.05, 0.1, 0.5]) {
      const { unsampled } = at(epsilon).delta;
      const truth = normalDelta(12, 2 * Math.sqrt(999), epsilon);
      within(truth, unsampled);
      expect(unsampled.upper - unsampled.lower).toBeLessThan(1e-3 * truth);
      // and no other mechanism: a hundredth more or less of spread lies outside
      expect(normalDelta(12, 2.02 * Math.sqrt(999), epsilon)).toBeLessThan(unsampled.lower);
      expect(normalDelta(12, 1.98 * Math.sqrt(999), epsilon)).toBeGreaterThan(unsampled.upper);
    }
  });

  test('sampled without replacement is a mixture of two normals against another', () => {
    const [size, entries] = [50, 1000];
    const { exact, bound } = sumDelta(query, { kind: 'without-replacement', size })(0.05).delta;
    const density = (x: number, mean: number, count: number) =>
      Math.exp(-((x - mean) ** 2) / (8 * count)) / (2 * Math.sqrt(2 * Math.PI * count));
    const law = (x: number, value: number) =>
      (1 - size / entries) * density(x, 3 * size, size) +
      (size / entries) * density(x, 3 * (size - 1) + value, size - 1);
    let truth = 0;
    for (let x = 50; x < 300; x += 0.01) truth += 0.01 * Math.max(0, law(x, 9) - Math.exp(0.05) * law(x, -3));
    expect(truth).toBeGreaterThanOrEqual(exact.lower - 1e-9);
    expect(truth).toBeLessThanOrEqual(exact.upper + 1e-9);
    expect(exact.upper - exact.lower).toBeLessThan(1e-3 * truth);
    expect(exact.upper).toBeLessThan(bound);
  });
});

test('a hundred million normals hide an entry as well as the formula says', () => {
  const { unsampled } = sumDelta(
    { entries: 1e8, distribution: { kind: 'normal', mean: 0, deviation: 1 }, range: { lower: -1, upper: 1 } },
    everything,
  )(1e-4).delta;
  const truth = normalDelta(2, Math.sqrt(1e8 - 1), 1e-4);
  within(truth, unsampled);
  expect(unsampled.upper - unsampled.lower).toBeLessThan(0.01 * truth);
});

test.each<[SumQuery['range'], string]>([
  [{ lower: 0, upper: 1e-6 }, 'too narrow'],
  [{ lower: 0, upper: 1e9 }, 'so wide'],
])('a range of %j is refused', (range, words) => {
  const query: SumQuery = { entries: 1000, distribution: { kind: 'normal', mean: 0, deviation: 1 }, range };
  expect(() => sumDelta(query, everything)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(words) }),
  );
});

const tailOfTwoLaplaces = (x: number): number =>
  x < 0 ? 1 - (Math.exp(x) * (2 - x)) / 4 : (Math.exp(-x) * (2 + x)) / 4;

const tailOfFourUniforms = (x: number): number =>
  1 - [1, -4, 6, -4, 1].reduce((sum, sign, k) => sum + sign * Math.max(0, x + 2 - k) ** 4, 0) / 24;

test.each<[SumQuery, (x: number) => number, number]>([
  [
    { entries: 3, distribution: { kind: 'laplace', mean: 0.7, scale: 1 }, range: { lower: -1, upper: 1 } },
    tailOfTwoLaplaces,
    2,
  ],
  [
    { entries: 5, distribution: { kind: 'uniform', from: 0, to: 1 }, range: { lower: 0, upper: 1 } },
    tailOfFourUniforms,
    1,
  ],
])('%j: half-lines are the best events of log-concave sums', (query, tail, shift) => {
  const at = sumDelta(query, everything);
  for (const epsilon of [0, 0.3, 1]) {
    let truth = 0;
    for (let x = -10; x < 10; x += 1e-3) truth = Math.max(truth, tail(x - shift) - Math.exp(epsilon) * tail(x));
    const { unsampled } = at(epsilon).delta;
    expect(truth).toBeGreaterThanOrEqual(unsampled.lower - 1e-6);
    expect(truth).toBeLessThanOrEqual(unsampled.upper);
    expect(unsampled.upper - unsampled.lower).toBeLessThan(1e-4);
  }
});

test('a sum of Poisson entries is Poisson', () => {
  const at = sumDelta(
    { entries: 11, distribution: { kind: 'poisson', mean: 2 }, range: { lower: 1, upper: 4 } },
    everything,
  );
  const mass = (count: number): number => {
    let chance = count < 0 ? 0 : Math.exp(-20);
    for (let i = 1; i <= count; i++) chance *= 20 / i;
    return chance;
  };
  for (const epsilon of [0, 0.2, 1]) {
    const stick = (p: number, q: number): number =>
      Array.from({ length: 90 }, (_, x) => Math.max(0, mass(x - p) - Math.exp(epsilon) * mass(x - q))).reduce(
        (sum, part) => sum + part,
        0,
      );
    const { unsampled } = at(epsilon).delta;
    within(Math.max(stick(4, 1), stick(1, 4)), unsampled);
    expect(unsampled.upper - unsampled.lower).toBeLessThan(1e-10);
  }
});

const SCHEMES: Sampling[] = [
  everything,
  { kind: 'without-replacement', size: 100 },
  { kind: 'poisson', rate: 0.1, sizePublic: false },
  { kind: 'poisson', rate: 0.1, sizePublic: true },
  { kind: 'with-replacement', size: 100 },
];

test.each(SCHEMES)('sums of zeros and ones with %j are counts of a property', sampling => {
  const coin = { kind: 'mixture', values: [0, 1].map(value => ({ value, weight: 1 })) } as const;
  const sum = sumDelta({ entries: 1000, distribution: coin, range: { lower: 0, upper: 1 } }, sampling);
  const count = propertyDelta({ entries: 1000, probability: 0.5 }, sampling);
  for (const epsilon of [0.025, 0.05]) {
    const [found, known] = [sum(epsilon).delta, count(epsilon).delta];
    within(known.exact * (1 - 1e-11), found.exact);
    within(known.unsampled * (1 - 1e-11), found.unsampled);
    expect(found.exact.upper - found.exact.lower).toBeLessThan(1e-7);
    expect(found.bound).toBeCloseTo(known.bound, 6);
  }
});

describe('a few entries of three values', () => {
  const values = [0, 0.5, 2].map((value, i) => ({ value, weight: [5, 2, 1][i] }));
  const range = { lower: 0, upper: 2 };
  const query: SumQuery = { entries: 5, distribution: { kind: 'mixture', values }, range };
  const rate = 0.375;
  test.each<[Sampling, (size: number) => number]>([
    [everything, size => (size === 5 ? 1 : 0)],
    [{ kind: 'without-replacement', size: 2 }, size => (size === 2 ? 1 / 10 : 0)],
    [{ kind: 'without-replacement', size: 1 }, size => (size === 1 ? 1 / 5 : 0)],
    [{ kind: 'poisson', rate, sizePublic: false }, size => rate ** size * (1 - rate) ** (5 - size)],
    [{ kind: 'poisson', rate, sizePublic: true }, size => rate ** size * (1 - rate) ** (5 - size)],
  ])('%j: the enumerated delta of the worst two values', (sampling, chance) => {
    const sizePublic = sampling.kind === 'poisson' && sampling.sizePublic;
    const truth = trueSumDelta({ values, entries: 5, chance, sizePublic }, range);
    const at = sumDelta(query, sampling);
    for (const epsilon of [0, 0.1, 0.7, 2]) {
      const { exact, bound } = at(epsilon).delta;
      expect(exact.lower).toBeLessThanOrEqual(truth(epsilon) + 1e-12);
      expect(exact.upper).toBeGreaterThanOrEqual(truth(epsilon) - 1e-12);
      expect(exact.upper).toBeLessThan(truth(epsilon) * (1 + 3e-4) + 1e-9);
      expect(bound).toBeGreaterThanOrEqual(truth(epsilon) - 1e-12);
    }
  });
});

test.each([
  [2, 3],
  [3, 2],
  [4, 4],
  [5, 3],
  [2, 6],
])('%i entries of three values, %i draws with replacement: the enumerated delta', (entries, size) => {
  const values = [-1, 0.5, 2].map((value, i) => ({ value, weight: [5, 2, 1][i] }));
  const range = { lower: -1, upper: 2 };
  const truth = trueSumDelta(drawsOf(values, entries, size), range);
  const at = sumDelta(
    { entries, distribution: { kind: 'mixture', values }, range },
    { kind: 'with-replacement', size },
  );
  for (const epsilon of [0, 0.1, 0.7, 2]) {
    const { exact, bound } = at(epsilon).delta;
    expect(exact.lower).toBeLessThanOrEqual(truth(epsilon) + 1e-11);
    expect(exact.upper).toBeGreaterThanOrEqual(truth(epsilon) - 1e-11);
    expect(exact.upper - exact.lower).toBeLessThan(1e-3 * truth(epsilon) + 1e-8);
    expect(bound).toBeGreaterThanOrEqual(truth(epsilon) - 1e-11);
  }
});

test('any few entries of any few values, drawn without replacement: the enumerated delta', () => {
  const half = fc.integer({ min: -8, max: 8 }).map(twice => twice / 2);
  const weighed = fc.record({ value: half, weight: fc.double({ min: 0.1, max: 1, noNaN: true }) });
  const values = fc.uniqueArray(weighed, { minLength: 2, maxLength: 4, selector: ({ value }) => value });
  const size = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(values, size, fc.constantFrom(0, 0.2, 1), (mixed, drawn, epsilon) => {
      const range = { lower: -4, upper: 4 };
      const chance = (among: number): number => (among === drawn ? [0, 1 / 4, 1 / 6, 1 / 4, 1][drawn] : 0);
      const truth = trueSumDelta({ values: mixed, entries: 4, chance }, range)(epsilon);
      const query: SumQuery = { entries: 4, distribution: { kind: 'mixture', values: mixed }, range };
      const { exact } = sumDelta(query, { kind: 'without-replacement', size: drawn })(epsilon).delta;
      expect(exact.lower).toBeLessThanOrEqual(truth + 1e-12);
      expect(exact.upper).toBeGreaterThanOrEqual(truth - 1e-12);
      expect(exact.upper - exact.lower).toBeLessThan(1e-3 * truth + 1e-8);
    }),
    { numRuns: 60, seed: 1 },
  );
});

test('the worst two values need not be the ends of a range', () => {
  // sums of multiples of ten hide a difference of ten, and show one of three at once
  const values = [0, 3, 10].map((value, i) => ({ value, weight: [100, 1e-6, 100][i] }));
  const { exact } = sumDelta(
    { entries: 50, distribution: { kind: 'mixture', values }, range: { lower: 0, upper: 10 } },
    everything,
  )(1).delta;
  expect(exact.lower).toBeGreaterThan(0.99);
});

test.each<[Partial<SumQuery>, string]>([
  [{ entries: 1 }, 'value_out_of_range'],
  [{ range: { lower: 1, upper: 1 } }, 'value_out_of_range'],
  [{ range: { lower: 0, upper: Infinity } }, 'value_out_of_range'],
  [{ range: { lower: 0, upper: Number.NaN } }, 'value_out_of_range'],
  [{ distribution: { kind: 'normal', mean: 0, deviation: 0 } }, 'value_out_of_range'],
  [{ distribution: { kind: 'laplace', mean: 0, scale: Number.NaN } }, 'value_out_of_range'],
  [{ distribution: { kind: 'uniform', from: 1, to: 1 } }, 'value_out_of_range'],
  [{ distribution: { kind: 'poisson', mean: Infinity } }, 'value_out_of_range'],
  [{ distribution: { kind: 'mixture', values: [{ value: 1, weight: 1 }] } }, 'value_out_of_range'],
  [{ distribution: { kind: 'uniform', from: 0, to: 1 }, entries: 3 }, 'value_out_of_range'],
])('%j is refused', (wrong, code) => {
  const query: SumQuery = {
    entries: 100,
    distribution: { kind: 'normal', mean: 0, deviation: 1 },
    range: { lower: 0, upper: 1 },
    ...wrong,
  };
  expect(() => sumDelta(query, everything)).toThrow(expect.objectContaining({ code }));
});

test.each<[Sampling, string]>([
  [{ kind: 'without-replacement', size: 101 }, 'value_out_of_range'],
  [{ kind: 'poisson', rate: 1, sizePublic: false }, 'value_out_of_range'],
  [{ kind: 'with-replacement', size: 10 }, 'sampling_unsupported'],
])('%j of a sum is refused', (sampling, code) => {
  const query: SumQuery = {
    entries: 100,
    distribution: { kind: 'normal', mean: 0, deviation: 1 },
    range: { lower: 0, upper: 1 },
  };
  expect(() => sumDelta(query, sampling)).toThrow(expect.objectContaining({ code }));
});
