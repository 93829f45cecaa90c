import { describe, expect, test } from 'vitest';
import { rational } from '../../numerics/index.ts';
import type { NoiseSize } from './noisy.ts';
import { varianceOfEnds } from './variance-of-ends.ts';

const WIDTH = 10;
const of = { centre: 5n, low: 0n, high: BigInt(WIDTH), step: rational.one };

const noisy = (value: number, scale: number, kind: NoiseSize['kind'] = 'discrete-laplace') => ({
  value,
  variance: kind === 'discrete-laplace' ? 2 * scale ** 2 : scale ** 2,
  halfWidth: 0,
  law: { kind, scale, step: 1 },
});

const sumsOf = (values: readonly number[]): readonly [number, number, number] => {
  const sum = (each: (value: number) => number): number => values.reduce((all, value) => all + each(value), 0);
  return [sum(x => (WIDTH - x) ** 2), sum(x => 2 * x * (WIDTH - x)), sum(x => x ** 2)];
};

function sampleVariance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

const spread = (count: number, values: readonly number[]): number[] =>
  Array.from({ length: count }, (_, i) => values[i % values.length]);

const COLUMNS: readonly [string, readonly number[]][] = [
  ['of both ends', spread(400, [0, 10])],
  ['all alike', spread(400, [4])],
  ['at one end', spread(400, [0, 0, 0, 0, 0, 0, 0, 1, 1, 2])],
  ['uniform', spread(400, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])],
];

test.each(COLUMNS)('without noise it is the textbook: values %s', (_name, values) => {
  const released = varianceOfEnds(
    of,
    sumsOf(values).map(sum => noisy(sum, 1e-9)),
    0.05,
  );
  expect(released.estimate).toBeCloseTo(sampleVariance(values), 6);
  expect(released.interval95?.[0]).toBeCloseTo(sampleVariance(values), 5);
  expect(released.interval95?.[1]).toBeCloseTo(sampleVariance(values), 5);
});

test('in the units of the column', () => {
  const halves = { ...of, low: -20n, high: -10n, centre: -15n, step: rational.ratio(1n, 2n) };
  const values = COLUMNS[3][1];
  const released = varianceOfEnds(
    halves,
    sumsOf(values).map(sum => noisy(sum, 1e-9)),
    0.05,
  );
  expect(released.estimate).toBeCloseTo(sampleVariance(values) / 4, 6);
});

test('sums within their noise are too few', () => {
  expect(
    varianceOfEnds(
      of,
      [100, 100, 100].map(sum => noisy(sum, 100)),
      0.05,
    ),
  ).toEqual({ estimate: null, standardError: null, interval95: [0, WIDTH ** 2 / 2], reason: 'too_few' });
});

const DRAWS = 5000;

/** Noise on a line, the same in every run. */
function noisesOf(kind: NoiseSize['kind'], scale: number): () => number {
  let state = 1;
  const uniform = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const exponential = (): number => -Math.log(uniform());
  if (kind === 'discrete-laplace') return () => scale * (exponential() - exponential());
  return () => scale * Math.sqrt(2 * exponential()) * Math.cos(2 * Math.PI * uniform());
}

describe.each(['discrete-laplace', 'discrete-gaussian'] as const)('noises of law %s', kind => {
  test.each(COLUMNS)('the interval holds the variance of values %s', (name, values) => {
    const [sums, truth] = [sumsOf(values), sampleVariance(values)];
    // a row's worth, and ten
    for (const scale of [100, 1000]) {
      const noise = noisesOf(kind, scale);
      let [held, errors, stated] = [0, 0, 0];
      for (let draw = 0; draw < DRAWS; draw++) {
        const released = varianceOfEnds(
          of,
          sums.map(sum => noisy(sum + noise(), scale, kind)),
          0.05,
        );
        const [low, high] = released.interval95 ?? [1, 0];
        if (low <= truth + 1e-9 && high >= truth - 1e-9) held += 1 / DRAWS;
        errors += ((released.estimate ?? truth) - truth) ** 2 / DRAWS;
        stated += (released.standardError ?? 0) / DRAWS;
      }
      expect(held).toBeGreaterThan(0.93);
      // where all are alike an estimate below 0 is none, and only one side of the interval can miss
      if (name === 'all alike') continue;
      expect(held).toBeLessThan(0.98);
      if (name === 'uniform') expect(stated / Math.sqrt(errors)).toBeCloseTo(1, 1);
    }
  });
});
