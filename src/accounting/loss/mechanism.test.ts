import { describe, expect, test } from 'vitest';
import { epsilons, hockeyStick, type Table } from '../../../test/support/loss-tables.ts';
import type { Mechanism } from '../specification.ts';
import { baseOf, grouped, worstPair } from './mechanism.ts';
import { deltaOf } from './pair.ts';

/** All distributions over three outcomes in steps of a sixth. */
const distributions = [0, 1, 2, 3, 4, 5, 6].flatMap(a =>
  [0, 1, 2, 3, 4, 5, 6].filter(b => a + b <= 6).map(b => [a / 6, b / 6, (6 - a - b) / 6]),
);
const stick = (p: readonly number[], q: readonly number[], epsilon: number): number =>
  hockeyStick(
    p.map((mass, i) => [mass, q[i]]),
    epsilon,
  );

const guarantee = { epsilon: 0.5, delta: 0.2 };
const neighbours = distributions.map(p =>
  distributions.filter(
    q => Math.max(stick(p, q, guarantee.epsilon), stick(q, p, guarantee.epsilon)) <= guarantee.delta + 1e-12,
  ),
);

describe('worstPair', () => {
  test('reveals more than every small mechanism with the same guarantee, at every epsilon', () => {
    const worst = worstPair(guarantee);
    for (const epsilon of epsilons) {
      const most = Math.max(...distributions.flatMap((p, i) => neighbours[i].map(q => stick(p, q, epsilon))));
      expect(most).toBeLessThanOrEqual(deltaOf(worst, epsilon).upper + 1e-12);
    }
  });

  test('keeps the guarantee itself, and no better', () => {
    for (const { epsilon, delta } of [guarantee, { epsilon: 0, delta: 0.1 }, { epsilon: 3, delta: 1e-300 }]) {
      const worst = worstPair({ epsilon, delta });
      expect(deltaOf(worst, epsilon).upper / delta).toBeCloseTo(1, 11);
      expect(deltaOf(worst, epsilon + 40).lower / delta).toBeCloseTo(1, 11);
      expect(worst.highest).toBeCloseTo(epsilon, 14);
    }
    expect(worstPair({ epsilon: 2, delta: 0 }).infinite).toBe(0);
    expect(worstPair({ epsilon: 2, delta: 1 }).infinite).toBeCloseTo(1, 13);
  });

  test('pure: is randomized response', () => {
    const table: Table = [
      [0.75, 0.25],
      [0.25, 0.75],
    ];
    const worst = worstPair({ epsilon: Math.log(3), delta: 0 });
    for (const epsilon of epsilons) expect(deltaOf(worst, epsilon).upper).toBeCloseTo(hockeyStick(table, epsilon), 13);
  });
});

describe('grouped', () => {
  test('covers every chain of neighbours', () => {
    for (const units of [2, 3]) {
      const claim = grouped(guarantee, units);
      let reach = distributions.map((_, i) => new Set([i]));
      for (let i = 0; i < units; i++)
        reach = reach.map(set => new Set([...set].flatMap(j => neighbours[j].map(q => distributions.indexOf(q)))));
      const most = Math.max(
        ...reach.flatMap((set, i) => [...set].map(j => stick(distributions[i], distributions[j], claim.epsilon))),
      );
      expect(most).toBeLessThanOrEqual(claim.delta + 1e-12);
      expect(claim.epsilon).toBe(units * guarantee.epsilon);
    }
  });

  test('is delta·(1 + exp(e) + exp(2e) + ...)', () => {
    expect(grouped({ epsilon: 0.5, delta: 1e-6 }, 3).delta / 1e-6).toBeCloseTo(1 + Math.exp(0.5) + Math.exp(1), 12);
    expect(grouped({ epsilon: 0, delta: 1e-6 }, 5).delta / 1e-6).toBeCloseTo(5, 12);
    expect(grouped({ epsilon: 0.5, delta: 1e-6 }, 1)).toEqual({ epsilon: 0.5, delta: 1e-6 });
    expect(grouped({ epsilon: 800, delta: 0 }, 2)).toEqual({ epsilon: 1600, delta: 0 });
  });

  test('a cost too large for doubles fails for sure; it is not told as free', () => {
    expect(grouped({ epsilon: 800, delta: 1e-6 }, 2).delta).toBe(1);
    expect(grouped({ epsilon: 400, delta: 1e-300 }, 3).delta).toBe(1);
  });
});

describe('baseOf', () => {
  test('a replaced unit moves additive noise twice as far as an added one', () => {
    const mechanisms: Extract<Mechanism, { sensitivity: number }>[] = [
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
    expect(() => response.added(1)).toThrow(/replace-one only/);
  });

  test('a guarantee for one unit covers replacing as removing and adding', () => {
    const base = baseOf({ kind: 'approx', epsilon: 0.5, delta: 1e-3 });
    const twice = grouped({ epsilon: 0.5, delta: 1e-3 }, 2);
    expect(deltaOf(base.replaced(1), 1).upper).toBeCloseTo(twice.delta, 14);
    expect(baseOf({ kind: 'pure', epsilon: 1, replace: 1.5 }).replaced(2).highest).toBeCloseTo(3, 14);
  });
});
