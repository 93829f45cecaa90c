import { describe, expect, test } from 'vitest';
import { epsilons, hockeyStick, type Table } from '../../../test/support/loss-tables.ts';
import type { SpecifiedMechanism } from '../specification.ts';
import { baseOf } from './mechanism.ts';
import { deltaOf } from './pair.ts';

describe('baseOf', () => {
  test('a replaced unit moves additive noise twice as far as an added one', () => {
    const mechanisms: Extract<SpecifiedMechanism, { sensitivity: number }>[] = [
      { kind: 'gaussian', noiseMultiplier: 2, sensitivity: 3 },
      { kind: 'laplace', scale: 2, sensitivity: 3 },
      { kind: 'discrete-laplace', parameter: 0.4, sensitivity: 2 },
      { kind: 'discrete-gaussian', sigma: 2, sensitivity: 3 },
    ];
    for (const mechanism of mechanisms) {
      const base = baseOf(mechanism);
      const twice = baseOf({ ...mechanism, sensitivity: 2 * mechanism.sensitivity });
      expect(deltaOf(base.replaced(1), 0.3)).toEqual(deltaOf(twice.added(1), 0.3));
      expect(deltaOf(base.added(2), 0.3)).toEqual(deltaOf(twice.added(1), 0.3));
      expect(deltaOf(base.added(1), 0.3).upper).toBeLessThan(deltaOf(twice.added(1), 0.3).lower);
      expect(base.symmetric).toBe(true);
    }
    expect(baseOf(mechanisms[1]).added(1).highest).toBe(1.5);
  });

  test('randomized response over several buckets', () => {
    const pair = baseOf({ kind: 'randomized-response', noiseParameter: 0.4, buckets: 4 }).replaced(1);
    const table: Table = [
      [0.7, 0.1],
      [0.1, 0.7],
      [0.1, 0.1],
      [0.1, 0.1],
    ];
    for (const epsilon of epsilons) expect(deltaOf(pair, epsilon).upper).toBeCloseTo(hockeyStick(table, epsilon), 13);
  });

  test('a mixture of Gaussians has the shifts of its sensitivities', () => {
    const pair = baseOf({
      kind: 'mixture-of-gaussians',
      sigma: 2,
      sensitivities: [0, 4],
      probabilities: [0.25, 0.75],
    }).added(1);
    expect(pair.lowest).toBe(Math.log(0.25));
  });

  test('what is known of one unit says nothing of groups or of another relation', () => {
    const pair = baseOf({ kind: 'pair', upper: [1, 0], lower: [0.5, 0.5] });
    expect(pair.added(1)).toBe(pair.replaced(1));
    expect(() => pair.added(2)).toThrow(/one changed unit/);
    const response = baseOf({ kind: 'randomized-response', noiseParameter: 0.5, buckets: 2 });
    expect(() => response.added(1)).toThrow(/only under replace-one/);
  });

  test('a guarantee for one unit covers replacing as removing and adding', () => {
    const base = baseOf({ kind: 'approx', epsilon: 0.5, delta: 1e-3 });
    expect(deltaOf(base.replaced(1), 1).upper).toBeCloseTo(1e-3 * (1 + Math.exp(0.5)), 14);
    expect(baseOf({ kind: 'pure', epsilon: 1, replace: 1.5 }).replaced(2).highest).toBeCloseTo(3, 14);
  });
});
