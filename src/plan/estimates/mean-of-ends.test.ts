import { describe, expect, test } from 'vitest';
import { rational } from '../../numerics/index.ts';
import { discreteGaussian, discreteLaplace, reproducibleEntropy, uniform } from '../../random/index.ts';
import { meanOfEnds } from './mean-of-ends.ts';
import { chanceBeyond, type Factors, type NoiseSize, reachOf } from './two-noises.ts';

const KINDS = ['discrete-laplace', 'discrete-gaussian'] as const;

/** Chances of whole numbers, from the definition of the noise. */
function lattice({ kind, scale }: NoiseSize): Map<number, number> {
  const far = Math.ceil(40 * Math.max(1, scale));
  const weights = Array.from({ length: 2 * far + 1 }, (_, i) => {
    const x = i - far;
    return [x, Math.exp(kind === 'discrete-laplace' ? -Math.abs(x) / scale : (-x * x) / (2 * scale * scale))] as const;
  }).filter(([, weight]) => weight > 1e-12);
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([x, weight]) => [x, weight / whole]));
}

describe.each(KINDS)('two noises: %s', kind => {
  const factors: readonly Factors[] = [
    [1, 0],
    [0.9, 0.1],
    [0.7, 0.3],
    [0.5, 0.5],
    [0, 1],
    [1, 1],
    [3, -0.4],
  ];

  test.each([0.2, 0.7, 1.5, 6])('of scale %f reach no farther than is said, and not much less', scale => {
    const size: NoiseSize = { kind, scale, step: 1 };
    const chances = lattice(size);
    for (const [x, y] of factors) {
      const reach = reachOf(size, [x, y], 0.05);
      let [beyond, within] = [0, 0];
      for (const [one, p] of chances)
        for (const [other, q] of chances) {
          const distance = Math.abs(x * one + y * other);
          if (distance > reach + 1e-9) beyond += p * q;
          // less than two steps nearer it would be exceeded more often
          if (distance > reach - 2 * (Math.abs(x) + Math.abs(y))) within += p * q;
        }
      expect(beyond).toBeLessThanOrEqual(0.0505);
      expect(within).toBeGreaterThan(0.05);
    }
  });

  test('equal scales are the limit of nearly equal ones', () => {
    const size: NoiseSize = { kind, scale: 100, step: 1e-9 };
    expect(chanceBeyond(size, [1, 1 + 1e-5], 300)).toBeCloseTo(chanceBeyond(size, [1, 1], 300), 4);
  });
});

const of = { centre: 50n, low: 0n, high: 100n, step: rational.one };
const noisy = (value: number, scale: number, kind: NoiseSize['kind'] = 'discrete-laplace') => ({
  value,
  variance: kind === 'discrete-laplace' ? 2 * scale ** 2 : scale ** 2,
  halfWidth: 0,
  law: { kind, scale, step: 1 },
});

test('without noise it is the textbook, in a range that does not begin at 0', () => {
  const shifted = { ...of, centre: 20n, low: -10n, high: 50n, step: rational.ratio(1n, 10n) };
  // of 0, 10 and 50 steps
  const released = meanOfEnds(shifted, noisy(90, 1e-6), noisy(90, 1e-6));
  expect(released.estimate).toBeCloseTo(2, 9);
  expect(released.interval95?.[0]).toBeCloseTo(2, 6);
  expect(released.interval95?.[1]).toBeCloseTo(2, 6);
});

test('both sums within their noise are too few', () => {
  expect(meanOfEnds(of, noisy(300, 100), noisy(90, 100))).toEqual({
    estimate: null,
    standardError: null,
    interval95: [0, 100],
    reason: 'too_few',
  });
  expect(meanOfEnds(of, noisy(400, 100), noisy(90, 100)).estimate).toBeCloseTo(81.6, 1);
});

test('what noise moves out of the range is told as its end', () => {
  const released = meanOfEnds(of, noisy(-150, 100), noisy(5000, 100));
  expect(released).toMatchObject({ estimate: 0 });
  expect(released.interval95?.[0]).toBe(0);
  expect(released.interval95?.[1]).toBeGreaterThan(0);
  // farther out than noise goes nothing is left but the end
  expect(meanOfEnds(of, noisy(-900, 100), noisy(5000, 100)).interval95?.[1]).toBeLessThan(1e-9);
});

describe.each(KINDS)('intervals hold the mean 95 times in 100: %s', kind => {
  const RUNS = 2500;
  test.each([
    ['few rows in the middle', 30, 0.5, 100],
    ['few rows near an end', 30, 0.04, 100],
    ['rows of a skewed column', 1000, 0.02, 100],
    ['many rows', 100_000, 0.31, 1000],
    ['all rows at an end', 200, 1, 100],
    ['noise as small as a step', 3, 0.4, 1.2],
  ])('%s', (_name, rows, part, scale) => {
    const below = uniform(reproducibleEntropy(rows + Math.round(scale)));
    const exact = rational.fromNumber(scale);
    const draw = kind === 'discrete-laplace' ? discreteLaplace(below, exact) : discreteGaussian(below, exact);
    const drawn = (value: number) => noisy(value + Number(draw()), scale, kind);
    const [one, other] = [100 * rows * part, 100 * rows * (1 - part)];
    let held = 0;
    let squares = 0;
    let errors = 0;
    for (let run = 0; run < RUNS; run++) {
      const released = meanOfEnds(of, drawn(one), drawn(other));
      const { estimate, standardError, interval95 } = released;
      if (interval95 !== null && interval95[0] <= 100 * part + 1e-9 && interval95[1] >= 100 * part - 1e-9) held++;
      squares += ((estimate ?? 100 * part) - 100 * part) ** 2 / RUNS;
      errors += (standardError ?? 0) ** 2 / RUNS;
    }
    expect(held / RUNS).toBeGreaterThan(0.94);
    if (scale > 2 && part < 1) expect(held / RUNS).toBeLessThan(0.962);
    // at the ends of the range errors are cut off
    if (rows >= 1000) expect(Math.sqrt(squares / errors)).toBeCloseTo(1, 1);
  });
});
