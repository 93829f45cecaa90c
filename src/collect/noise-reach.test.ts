import { describe, expect, test } from 'vitest';
import { noiseReach } from './noise-reach.ts';

/** P[|X_1 + ... + X_A| > t] by convolution, every mass a sum of positive numbers. */
function tailOf(parameter: number, aggregators: number, t: number): number {
  const reach = Math.ceil(60 / parameter);
  const p = Math.exp(-parameter);
  const one = Array.from({ length: 2 * reach + 1 }, (_, i) => ((1 - p) / (1 + p)) * p ** Math.abs(i - reach));
  let law = [1];
  for (let turn = 0; turn < aggregators; turn += 1) {
    const next = Array<number>(law.length + one.length - 1).fill(0);
    for (const [i, mass] of law.entries()) for (const [j, more] of one.entries()) next[i + j] += mass * more;
    law = next;
  }
  const middle = (law.length - 1) / 2;
  return law.reduce((sum, mass, i) => (Math.abs(i - middle) > t ? sum + mass : sum), 0);
}

describe('noiseReach', () => {
  test.each([
    [1, 2, 1, 1e-12],
    [0.5, 2, 10, 1e-6],
    [0.3, 3, 1, 1e-12],
    [2, 4, 100, 1e-12],
    [4, 2, 3, 1e-12],
  ])(
    'noise of parameter %d of %d aggregators on %d values goes beyond it with at most the chance %d',
    (noiseEpsilon, aggregators, values, chance) => {
      const reach = noiseReach({ noiseEpsilon, aggregators, values, chance });
      const missed = values * tailOf(noiseEpsilon, aggregators, reach);
      expect(missed).toBeLessThanOrEqual(chance);
      // and not for nothing: at 3/4 of it the promise is broken
      expect(values * tailOf(noiseEpsilon, aggregators, Math.floor(reach * 0.75))).toBeGreaterThan(chance);
    },
  );

  test('the widest noise of a campaign cannot come round modulo 2^32', () =>
    expect(noiseReach({ noiseEpsilon: 1e-6, aggregators: 16, values: 10_000, chance: 1e-12 })).toBeLessThan(2 ** 31));
});
