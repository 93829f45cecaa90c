import { describe, expect, test } from 'vitest';
import { rational, toNumber } from '../numerics/index.ts';
import { Refusal } from '../vocabulary/index.ts';
import { keySelection } from './threshold.ts';

/** P(noise >= m) for discrete Laplace noise with this decay, m >= 1. */
const tail = (decay: number, m: number): number => Math.exp(-decay * m) / (1 + Math.exp(-decay));

describe('keySelection', () => {
  test.each([
    [1n, '1', 1e-6],
    [5n, '0.2', 1e-9],
    [3n, '2', 1e-3],
  ])(
    '%i keys, epsilon %s, delta %d: a unit that brings its keys alone is seen with at most delta',
    (keys, text, delta) => {
      const { noise, threshold } = keySelection(keys, rational.fromDecimal(text), delta);
      const decay = 1 / toNumber(noise.scale, 'nearest');
      const seen = (t: bigint): number => 1 - (1 - tail(decay, Number(t) - 1)) ** Number(keys);
      expect(seen(threshold)).toBeLessThanOrEqual(delta);
      // the bound is not generous: two units of scale lower, the promise fails
      const lower = threshold - BigInt(Math.ceil(2 * toNumber(noise.scale, 'up')));
      expect(seen(lower)).toBeGreaterThan(delta);
    },
  );

  test.each([0, -1, Number.NaN])('delta %d is refused', delta => {
    expect(() => keySelection(1n, rational.fromDecimal('1'), delta)).toThrow(Refusal);
  });
});
