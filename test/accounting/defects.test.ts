/** Faults that were found in accountants in use. Each is a question which one of them answers wrongly. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { account, type SpecificationInput } from '../../src/accounting/index.ts';
import { upperTail } from '../../src/numerics/index.ts';
import { bothSides } from './claim.ts';
import { renyiOfSampledGaussian } from './quadrature.ts';
import { gaussian, type MechanismInput, type StepInput } from './vector-workloads.ts';

const poisson = (rate: number) => ({ kind: 'poisson', rate }) as const;
const about = (
  step: StepInput,
  ask: SpecificationInput['ask'],
  relation: SpecificationInput['relation'] = 'add-remove',
) => bothSides({ relation, steps: [step], ask });
const epsilonAt = (delta: number) => ({ epsilonAt: { delta } });
const deltaAt = (epsilon: number) => ({ deltaAt: { epsilon } });
const renyiAt = (...orders: number[]) => ({ renyi: { orders } });

/** delta of N(mu, 1) against N(0, 1) */
const gaussianDelta = (mu: number, epsilon: number): number =>
  upperTail(epsilon / mu - mu / 2) - Math.exp(epsilon) * upperTail(epsilon / mu + mu / 2);

describe('the count of a step counts', () => {
  const response: MechanismInput = { kind: 'randomized-response', noiseParameter: 0.5, buckets: 2 };

  test('randomized response ten times', () => {
    const { lower, upper } = about({ mechanism: response, count: 10 }, epsilonAt(1e-6), 'replace-one');
    expect(lower).toBeCloseTo(10.986105128796792, 8);
    expect(upper).toBeCloseTo(10.986105128796792, 8);
  });

  test('Renyi divergence of a pure guarantee ten times', () => {
    const mechanism: MechanismInput = { kind: 'pure', epsilon: 1 };
    const [once, often] = [1, 10].map(count => about({ mechanism, count }, renyiAt(4)).upper);
    expect(once).toBeGreaterThan(0.1);
    expect(often).toBeCloseTo(10 * once, 9);
  });

  const mechanisms: readonly MechanismInput[] = [
    gaussian(2),
    { kind: 'laplace', scale: 2 },
    { kind: 'discrete-laplace', parameter: 0.5 },
    { kind: 'discrete-gaussian', sigma: 2 },
    { kind: 'pure', epsilon: 0.5 },
    { kind: 'approx', epsilon: 0.5, delta: 1e-3 },
    { kind: 'mixture-of-gaussians', sigma: 2, sensitivities: [0, 1], probabilities: [0.5, 0.5] },
    { kind: 'pair', upper: [0.6, 0.4], lower: [0.5, 0.5] },
  ];
  test.each(mechanisms)('$kind three times is three steps', mechanism => {
    const ask = deltaAt(0.3);
    const counted = bothSides({ relation: 'add-remove', steps: [{ mechanism, count: 3 }], ask });
    const listed = bothSides({ relation: 'add-remove', steps: [{ mechanism }, { mechanism }, { mechanism }], ask });
    const once = bothSides({ relation: 'add-remove', steps: [{ mechanism }], ask });
    expect(counted.lower).toBeLessThanOrEqual(listed.upper);
    expect(listed.lower).toBeLessThanOrEqual(counted.upper);
    expect(counted.lower).toBeGreaterThan(once.upper);
  });
});

describe('a lower bound is one', () => {
  // one component is plain Gaussian noise, whose truth is known, by the road of all mixtures
  const mechanism: MechanismInput = {
    kind: 'mixture-of-gaussians',
    sigma: 100,
    sensitivities: [1],
    probabilities: [1],
  };
  test.each([3, 6, 8, 10, 12])('ten thousand steps at epsilon %d, far below what is added for safety', epsilon => {
    const { lower, upper } = about({ mechanism, count: 10_000 }, deltaAt(epsilon));
    const truth = gaussianDelta(1, epsilon);
    expect(lower).toBeLessThanOrEqual(truth * (1 + 1e-9));
    expect(upper).toBeGreaterThanOrEqual(truth * (1 - 1e-9));
    expect(upper / lower).toBeLessThan(1.001);
  });
});

test('the grid fits the workload: small losses, many steps', () => {
  const step = { mechanism: gaussian(4), sampling: poisson(0.00033), count: 10_000 };
  const { lower, upper } = about(step, epsilonAt(1e-6));
  expect(lower).toBeLessThanOrEqual(0.027958208);
  expect(upper).toBeGreaterThanOrEqual(0.027957621);
  expect(upper).toBeLessThan(0.02796);
});

describe('Renyi divergence', () => {
  test.each([
    [2.5, 0.01, 1.5],
    [2.5, 0.01, 2.5],
    [1, 0.1, 1.25],
    [0.7, 0.3, 3.7],
    [1, 0.5, 8],
  ])('noise %d, rate %d, order %d: neither below the truth nor percents above it', (noise, rate, order) => {
    const truth = renyiOfSampledGaussian(noise, rate, order);
    const step = { mechanism: gaussian(noise), sampling: poisson(rate) };
    for (const relation of ['remove', 'add'] as const) {
      const { upper } = about(step, renyiAt(order), relation);
      expect(upper / truth[relation]).toBeGreaterThan(1 - 1e-7);
      expect(upper / truth[relation]).toBeLessThan(1 + 2e-5);
    }
    expect(about(step, renyiAt(order)).upper).toBeGreaterThanOrEqual(Math.max(truth.remove, truth.add) * (1 - 1e-7));
  });

  test.each([1e2, 1e4, 1e6])('noise %d: small, and neither negative nor nothing', noise => {
    const { upper } = about({ mechanism: gaussian(noise), sampling: poisson(0.5) }, renyiAt(2));
    const truth = Math.log1p(0.25 * Math.expm1(noise ** -2));
    expect(upper).toBeGreaterThanOrEqual(truth * (1 - 1e-6));
    expect(upper).toBeLessThan(2 * truth + 1e-12);
  });

  test('a pure guarantee is worth its worst pair, not less', () => {
    const [p, q] = [1 / (1 + Math.exp(-5)), 1 / (1 + Math.exp(5))];
    const { upper } = about({ mechanism: { kind: 'pure', epsilon: 5 } }, renyiAt(2));
    const truth = Math.log(p ** 2 / q + q ** 2 / p);
    expect(truth).toBeCloseTo(4.99, 2);
    expect(upper).toBeGreaterThanOrEqual(truth * (1 - 1e-12));
    expect(upper).toBeLessThan(truth * (1 + 1e-6));
  });
});

describe('no mass is lost', () => {
  const fixed = { kind: 'fixed-size', size: 1, of: 100 } as const;

  test('fixed size, replace-one, ten thousand steps: never free', () => {
    const { lower, upper } = about(
      { mechanism: gaussian(4), sampling: fixed, count: 10_000 },
      epsilonAt(1e-6),
      'replace-one',
    );
    expect(lower).toBeGreaterThan(2.44);
    expect(upper).toBeGreaterThan(2.885);
    expect(upper).toBeLessThan(2.887);
  });

  test.each([fixed, poisson(0.01)])('far below zero delta is almost 1: $kind', sampling => {
    const { lower, upper } = about({ mechanism: gaussian(1), sampling, count: 1000 }, deltaAt(-30), 'replace-one');
    expect(lower).toBeGreaterThanOrEqual(-Math.expm1(-30));
    expect(upper).toBeLessThanOrEqual(1);
  });
});

test('narrow brackets are found or given up, never asserted', () => {
  const steps = [{ mechanism: gaussian(2), sampling: poisson(0.01), count: 100 }];
  for (const width of [1e-5, 1e-300]) {
    const { lower, upper } = bothSides({ relation: 'add-remove', steps, ask: epsilonAt(1e-6), width });
    expect(lower).toBeGreaterThan(0);
    expect(upper - lower).toBeLessThan(1e-4);
  }
});

test.each([
  [0.5, 0],
  [0.5, 0.01],
  [3, 0.1],
])('the trade-off function of (%d, %d) is its closed form', (epsilon, delta) => {
  for (const at of [0, 0.01, 0.1, 0.3, 0.6, 0.95, 1]) {
    const ask = { tradeOff: { falsePositiveRates: [at] } };
    const { lower, upper } = about({ mechanism: { kind: 'approx', epsilon, delta } }, ask);
    const truth = Math.max(0, 1 - delta - Math.exp(epsilon) * at, Math.exp(-epsilon) * (1 - delta - at));
    expect(lower).toBeCloseTo(truth, 8);
    expect(upper).toBeCloseTo(truth, 8);
  }
});

test('what has no proof is no mechanism: zero-concentrated guarantees under sampling are refused', () => {
  const step = { mechanism: { kind: 'zcdp', rho: 0.5 }, sampling: poisson(0.1) };
  const specification: unknown = { relation: 'add-remove', steps: [step], ask: epsilonAt(1e-6) };
  expect(() => account(specification as SpecificationInput)).toThrow(/must be one of gaussian/);
});

test('every file that holds tests is run', () => {
  const root = new URL('../../', import.meta.url);
  const files = ['src', 'test'].flatMap(folder =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => `${folder}/${name}`),
  );
  const holding = files.filter(file => /^(test|describe)(\.\w+)*\(/m.test(readFileSync(new URL(file, root), 'utf8')));
  expect(holding.length).toBeGreaterThan(30);
  expect(
    holding.filter(file => !/\.test\.ts$|^test\/heavy\/.*\.heavy\.ts$|^test\/trino\/.*\.trino\.ts$/.test(file)),
  ).toEqual([]);
});
