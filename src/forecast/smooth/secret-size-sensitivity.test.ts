import { describe, expect, test } from 'vitest';
import { reproducibleEntropy, uniform } from '../../random/index.ts';
import { type SecretSizeQuestion, secretSizeSensitivity } from './secret-size-sensitivity.ts';

const LATTICE = [0, 1, 4, 6];
const BOUNDS = { min: 0, max: 6 };

const dataSets = (size: number, from = 0): number[][] =>
  size === 0
    ? [[]]
    : LATTICE.slice(from).flatMap((value, place) => dataSets(size - 1, from + place).map(rest => [value, ...rest]));

/** Data further away than this weigh nothing that matters at the betas below. */
const SIZE_MOST = 8;
const ALL = Array.from({ length: SIZE_MOST + 1 }, (_, size) => dataSets(size)).flat();

const times = (data: readonly number[], value: number): number => data.filter(one => one === value).length;

/** Fewest units that come or go. */
const distance = (one: readonly number[], other: readonly number[]): number =>
  LATTICE.reduce((sum, value) => sum + Math.abs(times(one, value) - times(other, value)), 0);

const quantileOf = (data: readonly number[], { quantile, nobody }: SecretSizeQuestion): number =>
  data.length === 0 ? nobody : data[Math.min(Math.max(Math.ceil(quantile * data.length), 1), data.length) - 1];

/** Own sensitivity of each data set: all ways to add or remove a unit. */
function locals(question: SecretSizeQuestion): number[] {
  return ALL.map(data => {
    const added = LATTICE.map(value => [...data, value].sort((a, b) => a - b));
    const removed = data.map((_, place) => data.filter((_, other) => other !== place));
    const here = quantileOf(data, question);
    return Math.max(...[...added, ...removed].map(other => Math.abs(quantileOf(other, question) - here)));
  });
}

describe('secretSizeSensitivity is the definition, on every data set of up to four values', () => {
  for (const quantile of [0, 0.25, 0.5, 0.6, 0.9, 1])
    test.each([0, 2, 6])(`quantile ${quantile}, nobody means %d`, nobody => {
      for (const beta of [0.8, 2]) {
        const question = { ...BOUNDS, beta, quantile, nobody };
        const own = locals(question);
        for (const data of ALL.filter(({ length }) => length <= 4)) {
          const expected = Math.max(...ALL.map((other, place) => Math.exp(-beta * distance(data, other)) * own[place]));
          expect(secretSizeSensitivity(Float64Array.from(data), question)).toBeCloseTo(expected, 12);
        }
      }
    });
});

/** The formula as it is written, every pair by itself. */
function asWritten(sorted: Float64Array, { min, max, beta, quantile, nobody }: SecretSizeQuestion): number {
  const values = sorted.length;
  const value = (place: number): number => (place < 1 ? min : place > values ? max : sorted[place - 1]);
  const rank = (size: number): number => Math.min(Math.max(Math.ceil(quantile * size), 1), size);
  const farthest = Math.max(max - nobody, nobody - min);
  let most = Math.exp(-beta * values) * farthest;
  for (let distance = 0; Math.exp(-beta * distance) * (max - min) > most; distance++)
    for (let removed = 0; removed <= Math.min(distance, values); removed++) {
      const added = distance - removed;
      const size = values - removed + added;
      if (size < 1) continue;
      const ranks = [rank(size + 1), ...(size >= 2 ? [rank(size - 1) + 1] : [])];
      let gap =
        size === 1 ? (added > 0 ? farthest : Math.max(...Array.from(sorted, one => Math.abs(one - nobody)))) : 0;
      for (const place of ranks)
        for (let step = 0; step <= added; step++)
          gap = Math.max(gap, value(place - step + removed) - value(place - 1 - step));
      most = Math.max(most, Math.exp(-beta * distance) * gap);
    }
  return most;
}

test('and the formula on random data of up to 60 values', () => {
  const below = uniform(reproducibleEntropy(9));
  for (let turn = 0; turn < 60; turn++) {
    const distinct = [3, 1000][turn % 2];
    const sorted = Float64Array.from({ length: below(61) }, () => (below(distinct) * 100) / distinct).sort();
    const quantile = below(9) / 8;
    const question = { min: 0, max: 100, beta: 10 ** (below(1500) / 1000 - 1.3), quantile, nobody: below(101) };
    expect(secretSizeSensitivity(sorted, question) / asWritten(sorted, question)).toBeCloseTo(1, 12);
  }
});
