/** Intervals that were bought: how often they hold the truth about everybody, over 2,000 samples and noises each. */
import { describe, expect, test } from 'vitest';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import type { Aggregate } from '../../src/plan/index.ts';
import type { SampleScheme } from '../../src/plan/operators/index.ts';
import { column } from '../support/plan-builders.ts';
import { practice, type SampledQuestion, sampledReleaser, truthOf } from '../support/sampled-releaser.ts';

const RUNS = 2000;

const single = await practice(1);
const several = await practice(3);

/** Costs that are mostly small, changes of both signs; one to so many visits each. */
const people = (number: number, visits: number) =>
  Array.from({ length: number }, (_, i) =>
    Array.from({ length: 1 + (i % visits) }, (_, j) => ({
      patient: `p${i}`,
      cost: BigInt(Math.floor(((i * 7919 + j * 31) % 1001) ** 2 / 1000)),
      change: BigInt(((i * 104_729 + j) % 101) - 50),
      ward: 'A',
    })),
  );

const COUNT: Aggregate = { kind: 'count', name: 'count' };
const TOTALS: readonly Aggregate[] = [
  { kind: 'sum', name: 'sum', of: column('cost') },
  { kind: 'sum', name: 'signed', of: column('change') },
];
const MEAN: Aggregate = { kind: 'mean', name: 'mean', of: column('cost') };
const SPREADS: readonly Aggregate[] = [
  { kind: 'variance', name: 'variance', of: column('cost') },
  { kind: 'standardDeviation', name: 'deviation', of: column('cost') },
  { kind: 'covariance', name: 'covariance', of: column('cost'), with: column('change') },
];

interface Coverage {
  /** Of all samples, the part whose interval holds the truth. */
  readonly held: number;
  readonly width: number;
}

/** What is told of so many samples, beside the truth. */
interface Told {
  readonly truths: readonly (readonly [name: string, truth: number])[];
  readonly runs: readonly Readonly<Record<string, Estimate>>[];
}

function told(question: SampledQuestion): Told {
  const { release, checked, whole } = sampledReleaser(question);
  return {
    truths: question.aggregates.map(({ name }) => [name, truthOf(checked, whole, name)] as const),
    runs: Array.from({ length: RUNS }, () => release() as Record<string, Estimate>),
  };
}

/** By the name of the aggregate, with intervals stretched about what is told. */
const coverageOf = ({ truths, runs }: Told, stretched = 1): Record<string, Coverage> =>
  Object.fromEntries(
    truths.map(([name, truth]) => {
      const ends = runs.map(({ [name]: { estimate, interval95 } }) =>
        interval95.map(end => estimate + (end - estimate) * stretched),
      );
      const held = ends.filter(([low, high]) => low <= truth + 1e-9 && truth <= high + 1e-9).length / RUNS;
      return [name, { held, width: ends.reduce((sum, [low, high]) => sum + (high - low) / RUNS, 0) }];
    }),
  );

const coverage = (question: SampledQuestion): Record<string, Coverage> => coverageOf(told(question));

/** From 93 to 97 in 100, and what 2,000 runs may be off by chance. */
const expectSharp = (covered: Readonly<Record<string, Coverage>>): void => {
  for (const [name, { held }] of Object.entries(covered)) {
    expect(held, name).toBeGreaterThanOrEqual(0.93);
    expect(held, name).toBeLessThanOrEqual(0.975);
  }
};

const coins = (rate: string): SampleScheme => ({ kind: 'bernoulli', rate });

describe.each([
  ['0.01', 6000],
  ['0.1', 1500],
  ['0.5', 500],
  ['0.9', 500],
])('of coins at rate %s', (rate, number) => {
  const rest = { scheme: coins(rate), interval: '0.5', seed: 1 };

  test('people of one to three visits', () => {
    const aggregates = [COUNT, ...TOTALS, MEAN, ...SPREADS];
    expectSharp(coverage({ ...rest, policy: several, people: people(number, 3), aggregates, epsilon: '400' }));
  });

  test('people of one visit', () => {
    const aggregates = [...TOTALS, MEAN, ...SPREADS];
    expectSharp(coverage({ ...rest, policy: single, people: people(number, 1), aggregates, epsilon: '60' }));
  });

  test('a handful of people: seldom too short', () => {
    const aggregates = [COUNT, ...TOTALS, MEAN, ...SPREADS];
    const covered = coverage({ ...rest, policy: several, people: people(20, 3), aggregates, epsilon: '60' });
    for (const [name, { held }] of Object.entries(covered)) expect(held, name).toBeGreaterThanOrEqual(0.93);
  });
});

describe('so many, or such a part, of the people', () => {
  const rest = { policy: several, people: people(600, 3), interval: '0.5', seed: 2 };

  test('of publicly many: squares count about their mean', () => {
    const scheme = { kind: 'fixed-size', size: 200 } as const;
    const aggregates = [COUNT, ...TOTALS, MEAN];
    expectSharp(coverage({ ...rest, scheme, aggregates, epsilon: '60', size: 600 }));
  });

  test.each([
    [60, 33, '20'],
    [200, 100, '60'],
  ])('%d of publicly many of whom one in %d differs: seldom too short', (size, rare, epsilon) => {
    const alike = Array.from({ length: 600 }, (_, i) =>
      Array.from({ length: i % rare === 0 ? 1 : 3 }, () => ({
        patient: `p${i}`,
        cost: i % rare === 0 ? 0n : 1000n,
        change: 0n,
        ward: 'A',
      })),
    );
    const scheme = { kind: 'fixed-size', size } as const;
    const aggregates = [COUNT, TOTALS[0]];
    const covered = coverage({ ...rest, people: alike, scheme, aggregates, epsilon, size: 600 });
    for (const [name, { held }] of Object.entries(covered)) expect(held, name).toBeGreaterThanOrEqual(0.93);
  });

  test('a part: ratios', () => {
    const scheme = { kind: 'fraction', rate: '0.3' } as const;
    expectSharp(coverage({ ...rest, scheme, aggregates: [MEAN, SPREADS[0]], epsilon: '60' }));
  });
});

describe('what these tests would notice', () => {
  const question = { policy: several, people: people(1500, 3), scheme: coins('0.1'), epsilon: '60', seed: 3 };
  const bought = told({ ...question, interval: '0.5', aggregates: [COUNT, ...TOTALS, MEAN, SPREADS[0]] });

  test('squares of a wrong scale', () => {
    // half of the squares, and twice as many
    for (const { held } of Object.values(coverageOf(bought, Math.SQRT1_2))) expect(held).toBeLessThan(0.93);
    for (const { held } of Object.values(coverageOf(bought, Math.SQRT2))) expect(held).toBeGreaterThan(0.97);
  });

  test('intervals for free: too wide, and wider than those that were bought', () => {
    const aggregates = [COUNT, TOTALS[0], MEAN, SPREADS[0]];
    const free = coverage({ ...question, aggregates });
    // beside one sum more, which makes them a little wider
    const tight = coverageOf(bought);
    for (const { name } of aggregates) {
      expect(free[name].held, name).toBeGreaterThan(0.97);
      expect(tight[name].width, name).toBeLessThan(0.9 * free[name].width);
    }
  });
});
