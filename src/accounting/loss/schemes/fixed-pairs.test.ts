import { expect, test } from 'vitest';
import { epsilons } from '../../../../test/support/loss-tables.ts';
import type { Base } from '../mechanism.ts';
import { baseOf } from '../mechanism.ts';
import { deltaOf } from '../pair.ts';
import { gaussian, mirroredGaussian } from '../pairs/gaussian.ts';
import { worstPair } from '../pairs/guarantee.ts';
import { laplace } from '../pairs/laplace.ts';
import { example, mirrored } from './fixed-pairs.ts';

const normal: Base = baseOf({ kind: 'gaussian', noiseMultiplier: 1, sensitivity: 0.8 });
const flat: Base = baseOf({ kind: 'laplace', scale: 1, sensitivity: 0.8 });

/** Bins never show more than the noise itself, and these show nearly all of it. */
test('binned noise lies below the noise, and close', () => {
  for (const [base, pair] of [
    [normal, gaussian(1.6)],
    [flat, laplace(1.6)],
  ] as const) {
    const [bins] = example(base, [{ weight: 1, units: 2 }], [{ weight: 1, units: 0 }]);
    for (const epsilon of epsilons) {
      expect(deltaOf(bins, epsilon).lower).toBeLessThanOrEqual(deltaOf(pair, epsilon).upper);
      expect(deltaOf(bins, epsilon).upper).toBeGreaterThan(deltaOf(pair, epsilon).lower - 1e-4);
    }
  }
});

test('mixtures: the mirrored pair of a coin is the one known in closed form', () => {
  const [bins] = mirrored(normal, [
    { weight: 0.7, units: 0 },
    { weight: 0.3, units: 1 },
  ]);
  const pair = mirroredGaussian(0.8, 0.3);
  for (const epsilon of epsilons) {
    expect(deltaOf(bins, epsilon).lower).toBeLessThanOrEqual(deltaOf(pair, epsilon).upper);
    expect(deltaOf(bins, epsilon).upper).toBeGreaterThan(deltaOf(pair, epsilon).lower - 1e-5);
  }
});

test('masses make up 1, and the ends are open', () => {
  const [bins] = example(flat, [{ weight: 1, units: 3 }], [{ weight: 1, units: -3 }]);
  const tail = { p: 0, q: 0, error: 0 };
  bins.upper(-Infinity, tail);
  expect(Math.exp(tail.p)).toBeCloseTo(1, 12);
  expect(Math.exp(tail.q)).toBeCloseTo(1, 12);
  expect(bins.highest).toBeCloseTo(4.8, 9);
  expect(bins.infinite).toBe(0);
});

test('a guarantee: two changes of its worst chain', () => {
  const [chain] = mirrored(baseOf({ kind: 'pure', epsilon: 1, replace: 2 }), [{ weight: 1, units: 1 }]);
  for (const epsilon of epsilons)
    expect(deltaOf(chain, epsilon).upper).toBeCloseTo(
      deltaOf(worstPair({ epsilon: 1, delta: 0 }, 2), epsilon).upper,
      14,
    );
});

test('no example where laws do not lie on a line', () => {
  const response = baseOf({ kind: 'randomized-response', noiseParameter: 0.5, buckets: 3 });
  expect(mirrored(response, [{ weight: 1, units: 1 }])).toEqual([]);
});
