import { describe, expect, test } from 'vitest';
import { type Distribution, valuesOf } from './distribution.ts';

const SIZE = 20_000;
const moments = (values: Float64Array) => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return { mean, deviation: Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length) };
};

describe('laws have their mean and deviation, within five standard errors', () => {
  const logMean = Math.exp(1 + 0.5 ** 2 / 2);
  test.each<[Distribution, number, number]>([
    [{ kind: 'normal', mean: 3, deviation: 2 }, 3, 2],
    [{ kind: 'lognormal', mean: 1, deviation: 0.5 }, logMean, logMean * Math.sqrt(Math.expm1(0.25))],
    [{ kind: 'uniform', from: -1, to: 5 }, 2, 6 / Math.sqrt(12)],
    [{ kind: 'beta', successes: 2, failures: 10 }, 1 / 6, Math.sqrt(20 / (144 * 13))],
    [
      {
        kind: 'mixture',
        parts: [
          { kind: 'normal', mean: -3, deviation: 1 },
          { kind: 'normal', mean: 3, deviation: 1 },
        ],
      },
      0,
      Math.sqrt(10),
    ],
  ])('%j', (distribution, mean, deviation) => {
    const found = moments(valuesOf(distribution, SIZE, 11));
    const error = deviation / Math.sqrt(SIZE);
    expect(Math.abs(found.mean - mean)).toBeLessThan(5 * error);
    expect(Math.abs(found.mean - mean - 10 * error)).toBeGreaterThan(5 * error);
    expect(Math.abs(found.deviation / deviation - 1)).toBeLessThan(0.05);
  });
});

test('the bimodal law reaches from 0 to 1 and has its median below a gap', () => {
  const sorted = valuesOf({ kind: 'bimodal' }, 10_001, 5).sort();
  expect([sorted[0], sorted[10_000]]).toEqual([0, 1]);
  expect(sorted[5001] - sorted[5000]).toBeGreaterThan(0.2);
  expect(sorted[5000] - sorted[4999]).toBeLessThan(0.05);
});

test('the same seed makes the same values, another seed others', () => {
  const law = { kind: 'normal', mean: 0, deviation: 1 } as const;
  expect(valuesOf(law, 5, 1)).toEqual(valuesOf(law, 5, 1));
  expect(valuesOf(law, 5, 1)).not.toEqual(valuesOf(law, 5, 2));
});

test.each<Distribution>([
  { kind: 'normal', mean: 0, deviation: 0 },
  { kind: 'normal', mean: Number.NaN, deviation: 1 },
  { kind: 'uniform', from: 1, to: 1 },
  { kind: 'beta', successes: 0.5, failures: 1 },
  { kind: 'mixture', parts: [] },
  { kind: 'mixture', parts: [{ kind: 'lognormal', mean: 0, deviation: -1 }] },
])('%j is refused', distribution => {
  expect(() => valuesOf(distribution, 9, 1)).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
});

test('a population of one is refused', () => {
  expect(() => valuesOf({ kind: 'bimodal' }, 1, 1)).toThrow(/at least 2/);
});
