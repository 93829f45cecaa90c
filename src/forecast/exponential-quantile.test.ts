import { expect, test } from 'vitest';
import { exponentialMoments } from './exponential-quantile.ts';

const QUESTION = { quantile: 0.5, min: 0, max: 10, relation: 'replace-one' } as const;

/** The same by adding up many thin slices. */
function bySlices(sorted: readonly number[], quantile: number, change: number, epsilon: number) {
  let [total, first, second] = [0, 0, 0];
  const slices = 20_000;
  for (let slice = 0; slice < slices; slice++) {
    const value = ((slice + 0.5) * 10) / slices;
    const below = sorted.filter(one => one < value).length;
    const weight = Math.exp((-epsilon * Math.abs(below - quantile * sorted.length)) / (2 * change));
    total += weight;
    first += weight * value;
    second += weight * value ** 2;
  }
  return { centre: first / total, variance: second / total - (first / total) ** 2 };
}

test.each([
  [[1, 2, 4, 7, 9], 0.5, 1],
  [[3, 3, 3, 3.5], 0.5, 4],
  [[5, 5, 5], 0.5, 3],
  [[0, 0, 10], 0.5, 1],
  [[1, 2, 4, 7, 9, 9.5], 0.2, 2],
  [[2], 1, 1],
  [[], 0.5, 1],
])('exponentialMoments of %j at quantile %d, epsilon %d', (sorted, quantile, epsilon) => {
  for (const relation of ['replace-one', 'add-remove'] as const) {
    const change = relation === 'replace-one' ? 1 : Math.max(quantile, 1 - quantile);
    const found = exponentialMoments(Float64Array.from(sorted), { ...QUESTION, quantile, relation }, epsilon);
    const expected = bySlices(sorted, quantile, change, epsilon);
    expect(found.centre).toBeCloseTo(expected.centre, 2);
    expect(found.variance).toBeCloseTo(expected.variance, 2);
  }
});

test('what one replaced unit changes: no density more than e^epsilon times larger, over all data of three values', () => {
  const LATTICE = [0, 1, 2, 3, 4];
  const miss = (data: readonly number[], value: number) =>
    Math.abs(data.filter(one => one < value).length - data.length / 2);
  for (const a of LATTICE)
    for (const b of LATTICE)
      for (const c of LATTICE)
        for (const d of LATTICE)
          for (const value of [0.5, 1.5, 2.5, 3.5])
            expect(Math.abs(miss([a, b, c], value) - miss([a, b, d], value))).toBeLessThanOrEqual(1);
});

test('values that are all equal and very many leave the weights of what is near', () => {
  const sorted = new Float64Array(20_001).fill(5);
  const { centre, variance } = exponentialMoments(sorted, QUESTION, 1);
  expect(centre).toBeCloseTo(5, 2);
  expect(variance).toBeGreaterThan(8);
});
