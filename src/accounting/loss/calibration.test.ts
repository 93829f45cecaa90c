import { describe, expect, test } from 'vitest';
import { parseSpecification } from '../specification.ts';
import { type Account, deltaAt, epsilonAt } from './accountant.ts';
import { noiseFor, rateFor } from './calibration.ts';
import { deltaOf } from './pair.ts';
import { gaussian } from './pairs/gaussian.ts';

const accountOf = (relation: Account['relation'], ...steps: object[]): Account => {
  const { ask: _, ...account } = parseSpecification({ relation, steps, ask: { deltaAt: { epsilon: 1 } } });
  return account;
};

const numbers = ({ lower, upper }: { lower: number | null; upper: number | null }): [number, number] => [
  lower ?? Number.NaN,
  upper ?? Number.NaN,
];

describe('noiseFor', () => {
  test('Gaussian noise: the upper end keeps the target, the lower one misses it', () => {
    const target = { epsilon: 1, delta: 1e-6 };
    const account = accountOf('add-remove', { mechanism: { kind: 'gaussian', noiseMultiplier: 1, sensitivity: 3 } });
    const [lower, upper] = numbers(noiseFor(account, target));
    expect(deltaOf(gaussian(3 / upper), 1).upper).toBeLessThanOrEqual(target.delta);
    expect(deltaOf(gaussian(3 / lower), 1).lower).toBeGreaterThan(target.delta);
    expect(upper / lower - 1).toBeLessThan(1e-6);
  });

  test('sampled and composed: both ends are what deltaAt says of them', () => {
    const target = { epsilon: 0.8, delta: 1e-5 };
    const step = (parameter: number) => ({
      mechanism: { kind: 'discrete-laplace', parameter, sensitivity: 2 },
      sampling: { kind: 'poisson', rate: 0.2 },
      count: 12,
    });
    const [lower, upper] = numbers(noiseFor(accountOf('add-remove', step(1)), target));
    expect(deltaAt(accountOf('add-remove', step(lower)), target.epsilon).upper).toBeLessThanOrEqual(target.delta);
    expect(deltaAt(accountOf('add-remove', step(upper)), target.epsilon).lower).toBeGreaterThan(target.delta);
    expect(upper / lower - 1).toBeLessThan(1e-6);
  });

  test('Laplace: scale sensitivity/epsilon at delta 0, and its closed form above', () => {
    const account = accountOf('add-remove', { mechanism: { kind: 'laplace', scale: 1, sensitivity: 2 } });
    const [lower, upper] = numbers(noiseFor(account, { epsilon: 0.5, delta: 0 }));
    expect(upper).toBeGreaterThanOrEqual(4);
    expect(lower).toBeLessThanOrEqual(4);
    expect(upper - lower).toBeLessThan(1e-5);
    // 1 - exp((e - s)/2) = delta at shift s
    const shift = 0.5 - 2 * Math.log1p(-1e-3);
    const [less, more] = numbers(noiseFor(account, { epsilon: 0.5, delta: 1e-3 }));
    expect(less).toBeLessThanOrEqual(2 / shift);
    expect(more).toBeGreaterThanOrEqual(2 / shift);
    expect(more - less).toBeLessThan(1e-5);
  });

  test('discrete Laplace: its parameter falls as noise grows, so the lower end keeps the target', () => {
    const account = accountOf('add-remove', { mechanism: { kind: 'discrete-laplace', parameter: 1, sensitivity: 2 } });
    const [lower, upper] = numbers(noiseFor(account, { epsilon: 0.5, delta: 0 }));
    expect(lower).toBeLessThanOrEqual(0.25);
    expect(upper).toBeGreaterThanOrEqual(0.25);
    expect(upper / lower - 1).toBeLessThan(1e-5);
    const kept = accountOf('add-remove', { mechanism: { kind: 'discrete-laplace', parameter: lower, sensitivity: 2 } });
    expect(epsilonAt(kept, 0).upper).toBeLessThanOrEqual(0.5);
  });

  test('what the other steps spend alone cannot be bought back', () => {
    const account = accountOf(
      'add-remove',
      { mechanism: { kind: 'laplace', scale: 1 } },
      { mechanism: { kind: 'pure', epsilon: 2 } },
    );
    expect(() => noiseFor(account, { epsilon: 1, delta: 0 })).toThrow(/other steps alone/);
    expect(() =>
      noiseFor(accountOf('add-remove', { mechanism: { kind: 'pure', epsilon: 2 } }), { epsilon: 3, delta: 0 }),
    ).toThrow(/no noise to calibrate/);
  });
});

describe('rateFor', () => {
  test('a pure question: the rate at which ln(1 + g(exp E - 1)) is the target', () => {
    const account = accountOf('add-remove', {
      mechanism: { kind: 'pure', epsilon: 2 },
      sampling: { kind: 'poisson', rate: 0.1 },
    });
    const [lower, upper] = numbers(rateFor(account, { epsilon: 0.5, delta: 0 }));
    const truth = Math.expm1(0.5) / Math.expm1(2);
    expect(lower).toBeLessThanOrEqual(truth);
    expect(upper).toBeGreaterThanOrEqual(truth);
    expect(upper / lower - 1).toBeLessThan(1e-5);
  });

  test('Gaussian noise: the lower end keeps the target, the upper one misses it', () => {
    const target = { epsilon: 1, delta: 1e-5 };
    const step = (rate: number) => ({
      mechanism: { kind: 'gaussian', noiseMultiplier: 1 },
      sampling: { kind: 'poisson', rate },
    });
    const [lower, upper] = numbers(rateFor(accountOf('add-remove', step(0.1)), target));
    expect(deltaAt(accountOf('add-remove', step(lower)), target.epsilon).upper).toBeLessThanOrEqual(target.delta);
    expect(deltaAt(accountOf('add-remove', step(upper)), target.epsilon).lower).toBeGreaterThan(target.delta);
    expect(upper / lower - 1).toBeLessThan(1e-6);
  });

  test('everything may be taken where everything keeps the target', () => {
    const account = accountOf('add-remove', {
      mechanism: { kind: 'pure', epsilon: 0.1 },
      sampling: { kind: 'poisson', rate: 0.5 },
    });
    expect(rateFor(account, { epsilon: 0.2, delta: 0 })).toEqual({ lower: 1, upper: 1 });
  });

  test('needs a rate to turn', () => {
    const account = accountOf('add-remove', { mechanism: { kind: 'pure', epsilon: 0.1 } });
    expect(() => rateFor(account, { epsilon: 0.2, delta: 0 })).toThrow(/poisson or cluster/);
  });
});
