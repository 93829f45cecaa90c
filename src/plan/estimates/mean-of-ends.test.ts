import { describe, expect, test } from 'vitest';
import { lattice } from '../../../test/support/noise-lattice.ts';
import { rational } from '../../numerics/index.ts';
import { meanOfEnds as meanMissing, meanOfSquares, numberFromEnds } from './mean-of-ends.ts';
import type { NoiseSize, Noisy } from './noisy.ts';

const KINDS = ['discrete-laplace', 'discrete-gaussian'] as const;

const of = { centre: 50n, low: 0n, high: 100n, step: rational.one };
const noisy = (value: number, scale: number, kind: NoiseSize['kind'] = 'discrete-laplace') => ({
  value,
  variance: kind === 'discrete-laplace' ? 2 * scale ** 2 : scale ** 2,
  halfWidth: 0,
  law: { kind, scale, step: 1 },
});

const meanOfEnds = (range: typeof of, below: Noisy, above: Noisy) => meanMissing(range, below, above, 0.05);

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

test('what noise moves out of the range is released as its end', () => {
  const released = meanOfEnds(of, noisy(-150, 100), noisy(5000, 100));
  expect(released).toMatchObject({ estimate: 0 });
  expect(released.interval95?.[0]).toBe(0);
  expect(released.interval95?.[1]).toBeGreaterThan(0);
  // farther out than noise goes nothing is left but the end
  expect(meanOfEnds(of, noisy(-900, 100), noisy(5000, 100)).interval95?.[1]).toBeLessThan(1e-9);
});

test.each([
  ['in the middle', 0.5],
  ['off it', 0.31],
  ['near an end', 0.07],
])('partWithin: over all noises the interval holds a mean %s 95 times in 100', (_where, part) => {
  for (const kind of KINDS) {
    const chances = [...lattice({ kind, scale: 3, step: 1 })].filter(([, chance]) => chance > 1e-7);
    const [one, other] = [Math.round(300 * part), Math.round(300 * (1 - part))];
    const truth = (100 * one) / (one + other);
    let held = 0;
    for (const [x, p] of chances)
      for (const [y, q] of chances) {
        const [low, high] = meanOfEnds(of, noisy(one + x, 3, kind), noisy(other + y, 3, kind)).interval95 ?? [1, 0];
        if (low <= truth && high >= truth) held += p * q;
      }
    expect(held).toBeGreaterThan(0.948);
    // noise of a few steps is rounded outwards
    expect(held).toBeLessThan(0.98);
  }
});

test.each(KINDS)(
  'numberFromEnds: over all noises of law %s it is the number of values, which its interval holds',
  kind => {
    const chances = [...lattice({ kind, scale: 3, step: 1 })].filter(([, chance]) => chance > 1e-7);
    // of 12 values in a range of 4 steps
    const [below, above] = [17, 31];
    const held = { 0.05: 0, 0.0125: 0 };
    let mean = 0;
    for (const [x, p] of chances)
      for (const [y, q] of chances)
        for (const missed of [0.05, 0.0125] as const) {
          const each = rational.ratio(1n, 4n);
          const { estimate, interval95 } = numberFromEnds(
            each,
            noisy(below + x, 3, kind),
            noisy(above + y, 3, kind),
            missed,
          );
          if (interval95[0] <= 12 && interval95[1] >= 12) held[missed] += p * q;
          if (missed === 0.05) mean += p * q * estimate;
        }
    expect(mean).toBeCloseTo(12, 1);
    for (const missed of [0.05, 0.0125] as const) {
      expect(held[missed]).toBeGreaterThan(1 - missed - 0.002);
      expect(held[missed]).toBeLessThan(1 - missed / 4);
    }
  },
);

describe.each(KINDS)('meanOfSquares, law %s', kind => {
  // of 5 values in a range of 2 steps, in sums of 4 a value
  test.each([
    ['in the middle', [0, 0, 1, 2, 2]],
    ['near an end', [0, 0, 0, 0, 1]],
  ])('over all noises the interval holds a mean %s 95 times in 100', (_where, values) => {
    const range = { centre: 1n, low: 0n, high: 2n, step: rational.one };
    const scale = 0.7;
    const chances = [...lattice({ kind, scale, step: 1 })].filter(([, chance]) => chance > 1e-6);
    const added = (each: (x: number) => number): number => values.reduce((sum, x) => sum + each(x), 0);
    const sums = [added(x => (2 - x) ** 2), added(x => 2 * x * (2 - x)), added(x => x ** 2)];
    const truth = added(x => x) / values.length;
    let held = 0;
    for (const [x, p] of chances)
      for (const [y, q] of chances)
        for (const [z, r] of chances) {
          const released = meanOfSquares(
            range,
            [x, y, z].map((noise, i) => noisy(sums[i] + noise, scale, kind)),
            0.05,
          );
          const [low, high] = released.interval95 ?? [1, 0];
          if (low <= truth + 1e-9 && high >= truth - 1e-9) held += p * q * r;
        }
    expect(held).toBeGreaterThan(0.945);
  });

  test('without noise it is the textbook', () => {
    const sums = [100 ** 2 + 90 ** 2, 2 * 10 * 90, 10 ** 2].map(sum => noisy(sum, 1e-6, kind));
    expect(meanOfSquares(of, sums, 0.05).estimate).toBeCloseTo(5, 9);
  });
});
