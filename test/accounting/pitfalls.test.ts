/** Mistakes that are easy to make in accounting for samples, each with a workload on which it shows. */
import { describe, expect, test } from 'vitest';
import type { SpecificationInput } from '../../src/accounting/index.ts';
import { answerOf, bothSides, type Sides } from './claim.ts';
import { gaussian, type MechanismInput, type Relation, response, type StepInput } from './vector-workloads.ts';

const poisson = (rate: number) => ({ kind: 'poisson', rate }) as const;
const fixedSize = (size: number, of: number) => ({ kind: 'fixed-size', size, of }) as const;
const about = (relation: Relation, step: StepInput, ask: SpecificationInput['ask']): Sides =>
  bothSides({ relation, steps: [step], ask });
const epsilonAt = (delta: number) => ({ epsilonAt: { delta } });
const deltaAt = (epsilon: number) => ({ deltaAt: { epsilon } });

const laplace: MechanismInput = { kind: 'laplace', scale: 1 };

describe('one direction is not enough', () => {
  test('Laplace noise under Poisson sampling, twice: addition is the worse one', () => {
    const step = { mechanism: laplace, sampling: poisson(0.5), count: 2 };
    const [both, add, remove] = (['add-remove', 'add', 'remove'] as const).map(way => about(way, step, deltaAt(0.25)));
    expect(add.lower).toBeGreaterThan(remove.upper);
    expect(both.upper).toBeGreaterThanOrEqual(add.lower);
  });

  test.each([
    { own: 1, parts: 2, epsilon: 0.3, worse: 'add', better: 'remove' },
    { own: 0.1, parts: 5, epsilon: 0.01, worse: 'remove', better: 'add' },
  ] as const)(
    'a partition of randomized response: $worse is the worse one',
    ({ own, parts, epsilon, worse, better }) => {
      const step: StepInput = { mechanism: response(own), sampling: { kind: 'partition', parts } };
      expect(about(worse, step, deltaAt(epsilon)).lower).toBeGreaterThan(about(better, step, deltaAt(epsilon)).upper);
      expect(about('add-remove', step, deltaAt(epsilon)).upper).toBeGreaterThanOrEqual(
        about(worse, step, deltaAt(epsilon)).lower,
      );
    },
  );
});

test.each([-2, -0.5, -0.1])('losses below zero are kept: epsilon %d one way is its mirror the other way', epsilon => {
  const step = { mechanism: laplace, sampling: poisson(0.3), count: 5 };
  const there = about('add', step, deltaAt(epsilon));
  const back = about('remove', step, deltaAt(-epsilon));
  const mirror = (delta: number): number => -Math.expm1(epsilon) + Math.exp(epsilon) * delta;
  expect(there.lower).toBeLessThanOrEqual(mirror(back.upper) * (1 + 1e-12));
  expect(there.upper).toBeGreaterThanOrEqual(mirror(back.lower) * (1 - 1e-12));
  expect(there.upper - there.lower).toBeLessThan(1e-3);
});

test('samples of a fixed size do not have the price of Poisson samples, nor do replaced units that of added ones', () => {
  const price = (relation: Relation, sampling: NonNullable<StepInput['sampling']>): Sides => {
    const steps = [{ mechanism: gaussian(1), sampling, count: 500 }];
    return bothSides({ relation, steps, ask: epsilonAt(1e-6), width: 0.02 });
  };
  const added = price('add-remove', poisson(0.02));
  const replaced = price('replace-one', poisson(0.02));
  const fixed = price('replace-one', fixedSize(1, 50));
  expect(added.upper).toBeLessThan(replaced.lower);
  expect(replaced.upper).toBeLessThan(fixed.lower);
});

test.each([
  { kind: 'gaussian', noiseMultiplier: 2, sensitivity: 1.5 },
  { kind: 'laplace', scale: 2, sensitivity: 1.5 },
  { kind: 'discrete-laplace', parameter: 0.4, sensitivity: 2 },
  { kind: 'discrete-gaussian', sigma: 3, sensitivity: 2 },
] as const)('$kind: a replaced unit moves the answer twice as far as an added one', mechanism => {
  const once = about('replace-one', { mechanism }, deltaAt(0.5));
  const doubled = { ...mechanism, sensitivity: 2 * mechanism.sensitivity };
  const twice = about('add-remove', { mechanism: doubled }, deltaAt(0.5));
  expect(once.upper).toBeCloseTo(twice.upper, 9);
  expect(once.lower).toBeGreaterThan(about('add-remove', { mechanism }, deltaAt(0.5)).upper);
});

test('draws with replacement: the chance of being drawn at all is not the rate of a coin', () => {
  const step: StepInput = {
    mechanism: { kind: 'pure', epsilon: 1, replace: 1 },
    sampling: { kind: 'with-replacement', size: 5, of: 5 },
  };
  const { upper } = about('replace-one', step, epsilonAt(0));
  expect(upper).toBeGreaterThanOrEqual(5 * Math.log1p((Math.E - 1) / 5));
  expect(Math.log1p((1 - 0.8 ** 5) * (Math.E - 1))).toBeLessThan(upper - 0.7);
});

test('central limits are no bounds', () => {
  const [noise, rate, count] = [1.5, 0.04, 2249];
  const limit = rate * Math.sqrt(count * Math.expm1(noise ** -2));
  const approximation = about('add-remove', { mechanism: gaussian(1 / limit) }, epsilonAt(1e-5));
  const truth = about('add-remove', { mechanism: gaussian(noise), sampling: poisson(rate), count }, epsilonAt(1e-5));
  expect(approximation.upper).toBeCloseTo(6.595, 1);
  expect(truth.lower).toBeGreaterThan(approximation.upper + 0.1);
});

describe('a gap that is theory is called one', () => {
  test.each([
    [{ kind: 'partition', parts: 4 }, 1, 'bracket'],
    [fixedSize(1, 10), 5, 'bracket'],
    [{ kind: 'with-replacement', size: 3, of: 10 }, 2, 'bracket'],
  ] as const)('%o, %i steps under replace-one: %s', (sampling, count, status) => {
    const steps = [{ mechanism: gaussian(1), sampling, count }];
    expect(answerOf({ relation: 'replace-one', steps, ask: epsilonAt(1e-5) })).toMatchObject({ epsilon: { status } });
  });
});

describe('what is cut off never turns a guarantee into none', () => {
  const step = { mechanism: { kind: 'laplace', scale: 0.5 }, sampling: poisson(0.2), count: 3 } as const;
  const pure = 3 * Math.log1p(0.2 * Math.expm1(2));

  test('no delta at all', () => {
    const { lower, upper } = about('add-remove', step, epsilonAt(0));
    expect(lower).toBeCloseTo(pure, 7);
    expect(upper).toBeCloseTo(pure, 12);
    expect(upper).toBeGreaterThanOrEqual(pure * (1 - 1e-15));
  });

  test.each([1e-14, 1e-100, 1e-300])('delta %d: at most the pure price', delta => {
    expect(about('add-remove', step, epsilonAt(delta)).upper).toBeLessThanOrEqual(pure * (1 + 1e-14));
  });

  test.each([1e-30, 1e-100])('Gaussian noise at delta %d', delta => {
    const sampled = { mechanism: gaussian(1), sampling: poisson(0.1), count: 10 };
    const { lower, upper } = about('add-remove', sampled, epsilonAt(delta));
    expect(upper / lower).toBeLessThan(1.002);
  });

  test('Gaussian noise has no pure price', () => {
    expect(answerOf({ relation: 'add-remove', steps: [{ mechanism: gaussian(1) }], ask: epsilonAt(0) })).toMatchObject({
      epsilon: { upper: null },
    });
  });
});

test('a profile is sampled, not a point of it', () => {
  const step = { mechanism: { kind: 'approx', epsilon: 1, delta: 1e-5 }, sampling: poisson(0.1) } as const;
  const { lower, upper } = about('add-remove', step, deltaAt(Math.log1p(0.1 * (Math.E - 1))));
  expect(lower).toBeCloseTo(1e-6, 12);
  expect(upper).toBeCloseTo(1e-6, 12);
  const noisy = about('add-remove', { mechanism: gaussian(4), sampling: poisson(0.1) }, deltaAt(0));
  expect(noisy.upper).toBeCloseTo(0.1 * about('add-remove', { mechanism: gaussian(4) }, deltaAt(0)).upper, 9);
});

describe('edges', () => {
  const nothing = { lower: 0, upper: 0 };
  const free: readonly (readonly [string, Relation, StepInput])[] = [
    ['rate 0', 'add-remove', { mechanism: gaussian(1), sampling: poisson(0), count: 1000 }],
    [
      'clusters at rate 0',
      'add-remove',
      { mechanism: gaussian(1), sampling: { kind: 'cluster', rate: 0, members: 9 } },
    ],
    ['epsilon 0', 'add-remove', { mechanism: { kind: 'pure', epsilon: 0 }, count: 1000 }],
    ['epsilon 0, delta 0', 'replace-one', { mechanism: { kind: 'approx', epsilon: 0, delta: 0 }, count: 1000 }],
    [
      'all answers random',
      'replace-one',
      { mechanism: { kind: 'randomized-response', noiseParameter: 1, buckets: 3 } },
    ],
    ['equal tables', 'add-remove', { mechanism: { kind: 'pair', upper: [0.3, 0.7], lower: [0.3, 0.7] }, count: 1000 }],
    [
      'no shift',
      'add',
      { mechanism: { kind: 'mixture-of-gaussians', sigma: 1, sensitivities: [0], probabilities: [1] } },
    ],
  ];
  test.each(free)('%s reveals nothing', (_, relation, step) => {
    for (const ask of [epsilonAt(1e-9), epsilonAt(0), deltaAt(0), deltaAt(2)]) {
      const { lower, upper } = about(relation, step, ask);
      expect(lower).toBe(nothing.lower);
      expect(upper).toBeLessThan(1e-9);
    }
  });

  const open: readonly (readonly [string, Relation, StepInput])[] = [
    ['delta 1', 'add-remove', { mechanism: { kind: 'approx', epsilon: 0, delta: 1 } }],
    ['no answer random', 'replace-one', { mechanism: { kind: 'randomized-response', noiseParameter: 0, buckets: 3 } }],
    ['tables apart', 'add-remove', { mechanism: { kind: 'pair', upper: [1, 0], lower: [0, 1] } }],
  ];
  test.each(open)('%s reveals everything', (_, relation, step) => {
    expect(about(relation, step, deltaAt(5))).toEqual({ lower: expect.closeTo(1, 9), upper: 1 });
    expect(answerOf({ relation, steps: [step], ask: epsilonAt(1e-3) })).toMatchObject({ epsilon: { upper: null } });
  });

  test('delta 1 costs nothing', () => {
    const step = { mechanism: gaussian(0.1), sampling: poisson(0.5), count: 100 };
    expect(about('add-remove', step, epsilonAt(1))).toEqual(nothing);
  });

  test('an outcome that says nothing weighs nothing: an atom at loss 0', () => {
    const mechanism: MechanismInput = { kind: 'pair', upper: [0.5, 0.3, 0.2], lower: [0.5, 0.2, 0.3] };
    const { lower, upper } = about('add-remove', { mechanism }, deltaAt(0));
    expect(lower).toBeCloseTo(0.1, 12);
    expect(upper).toBeCloseTo(0.1, 12);
    const often = about('add-remove', { mechanism, count: 2 }, deltaAt(0));
    expect(often.upper).toBeCloseTo(2 * (0.5 * 0.3 - 0.5 * 0.2) + (0.3 ** 2 - 0.2 ** 2), 12);
  });
});
