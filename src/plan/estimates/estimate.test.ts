import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { arithmetic, column, number, plan, scan } from '../../../test/support/plan-builders.ts';
import { loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import { meaning } from '../meaning.ts';
import { type EstimatedAggregate, estimate as estimated } from '../operators/aggregates/aggregates.ts';
import type { RawRow } from '../operators/operator.ts';
import type { Aggregate } from '../plan.ts';
import type { Estimate, Noisy } from './noisy.ts';

const policy = await loadPolicy(hospital);
const of = column('cost');
const other = arithmetic(column('postcode'), 'divide', number('1000'));
const aggregates: Readonly<Record<string, Aggregate>> = {
  count: { kind: 'count', name: 'it' },
  units: { kind: 'units', name: 'it' },
  sum: { kind: 'sum', name: 'it', of },
  mean: { kind: 'mean', name: 'it', of },
  variance: { kind: 'variance', name: 'it', of },
  standardDeviation: { kind: 'standardDeviation', name: 'it', of },
  covariance: { kind: 'covariance', name: 'it', of, with: other },
};

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const covariance = (one: readonly number[], two: readonly number[]): number =>
  one.map((x, i) => (x - mean(one)) * (two[i] - mean(two))).reduce((a, b) => a + b, 0) / (one.length - 1);

/** Costs and thousandths of postcodes; every second row of the covariance lacks one of the two. */
const truths: Readonly<Record<string, (costs: readonly number[], codes: readonly number[]) => number>> = {
  count: costs => costs.length,
  units: costs => costs.length,
  sum: costs => costs.reduce((a, b) => a + b, 0),
  mean,
  variance: costs => covariance(costs, costs),
  standardDeviation: costs => Math.sqrt(covariance(costs, costs)),
  covariance: (costs, codes) => covariance(costs, codes),
};

/** The exact statistics, through the plan. */
function exactly(aggregate: Aggregate, visits: readonly RawRow[]) {
  const checked = check(plan(scan('visits'), [aggregate]), policy, 'centred');
  const [{ results }] = meaning(checked, { visits }, '00'.repeat(32));
  const [{ uses, ...rest }] = checked.aggregates;
  return {
    checked: { uses, ...rest } as EstimatedAggregate,
    statistics: uses.map(place => Number(results[place]) / Number(checked.statistics[place].resolution)),
  };
}

/** Where there is something to tell. */
const estimate = (...of: Parameters<typeof estimated>): Estimate => estimated(...of) as Estimate;

const noiseless = (value: number): Noisy => ({ value, variance: 0, halfWidth: 0 });

const people = fc.array(
  fc.record({ cents: fc.integer({ min: 0, max: 1_000_000 }), code: fc.integer({ min: 0, max: 99_999 }) }),
  {
    minLength: 3,
    maxLength: 12,
  },
);
const visitsOf = (rows: readonly { cents: number; code: number }[]): RawRow[] =>
  rows.map(({ cents, code }, i) => ({ patient_id: `p${i}`, cost: cents / 100, postcode: BigInt(code) }));

describe.each(Object.keys(aggregates))('%s', kind => {
  const truthOf = (rows: readonly { cents: number; code: number }[]): number =>
    truths[kind](
      rows.map(({ cents }) => cents / 100),
      rows.map(({ code }) => code / 1000),
    );

  test('without noise it is the textbook', () => {
    fc.assert(
      fc.property(people, rows => {
        const { checked, statistics } = exactly(aggregates[kind], visitsOf(rows));
        const { estimate: released, interval95 } = estimate(checked, statistics.map(noiseless));
        const truth = truthOf(rows);
        const slack = 1e-6 * (1 + Math.abs(truth)) + (kind === 'standardDeviation' ? 1e-3 : 0);
        expect(Math.abs(released - truth)).toBeLessThan(slack);
        expect(interval95[1] - interval95[0]).toBeLessThan(2 * slack);
      }),
    );
  });

  test('wherever noise goes within its reach, the truth stays in the interval', () => {
    const noise = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(people, noise, fc.constantFrom(0.001, 1, 1000, 1e6), (rows, shifts, size) => {
        const { checked, statistics } = exactly(aggregates[kind], visitsOf(rows));
        const noisy = statistics.map((value, i) => ({
          value: value + shifts[i] * size,
          variance: 1,
          halfWidth: 1000 * size,
        }));
        const released = estimated(checked, noisy);
        const [low, high] = released.interval95!;
        const slack = 1e-6 * (1 + Math.abs(truthOf(rows)));
        expect(low - slack).toBeLessThanOrEqual(truthOf(rows));
        expect(high + slack).toBeGreaterThanOrEqual(truthOf(rows));
        if (released.estimate !== null) expect(Number.isFinite(released.standardError)).toBe(true);
      }),
    );
  });

  test('the standard error is that of the slopes', () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({ cents: (i * 7919) % 900_000, code: (i * 104_729) % 90_000 }));
    const { checked, statistics } = exactly(aggregates[kind], visitsOf(rows));
    const released = (change: number, by: number): number =>
      estimate(
        checked,
        statistics.map((value, i) => noiseless(i === change ? value + by : value)),
      ).estimate;
    const variances = statistics.map((value, i) => (value === 400 ? 4 : 1e6 * (i + 1)));
    const expected = Math.sqrt(
      variances
        .map((variance, i) => {
          const by = statistics[i] === 400 ? 1 : 1000;
          return ((released(i, by) - released(i, -by)) / (2 * by)) ** 2 * variance;
        })
        .reduce((a, b) => a + b, 0),
    );
    const noisy = statistics.map((value, i) => ({ value, variance: variances[i], halfWidth: 1 }));
    expect(estimate(checked, noisy).standardError / expected).toBeCloseTo(1, 3);
  });
});

describe('too few to estimate', () => {
  test.each([
    ['nothing, noise considered', 'mean', [-500, -3], 20, [0, 10_000]],
    ['not more than its noise', 'mean', [500, 20], 20, [0, 10_000]],
    ['nothing at all', 'mean', [0, 0], 0, [0, 10_000]],
    ['one row has no variance', 'variance', [0, 0, 1], 0, [0, 5e7]],
    ['nor a deviation', 'standardDeviation', [0, 0, 1], 0, [0, Math.sqrt(5e7)]],
    ['or perhaps one', 'covariance', [9, 9, 9, 30], 29, [-499_995, 499_995]],
  ] as const)('%s', (_, kind, values, halfWidth, interval) => {
    const { checked } = exactly(aggregates[kind], []);
    const noisy = values.map(value => ({ value, variance: 200, halfWidth }));
    const released = estimated(checked, noisy);
    expect(released).toMatchObject({ estimate: null, standardError: null, reason: 'too_few' });
    expect(released.interval95?.[0]).toBeCloseTo(interval[0], 3);
    expect(released.interval95?.[1]).toBeCloseTo(interval[1], 3);
  });

  test('a little more is released', () => {
    const { checked } = exactly(aggregates.mean, []);
    const noisy = [0, 20.5].map(value => ({ value, variance: 200, halfWidth: 20 }));
    expect(estimated(checked, noisy)).toMatchObject({ estimate: 5000 });
  });

  test('less than a row is something, where somebody with many rows was weighed', () => {
    const { checked } = exactly(aggregates.mean, []);
    expect(estimated(checked, [-1000, 0.01].map(noiseless))).toMatchObject({ estimate: 4000 });
  });
});

test('what is null in one of two does not count in a covariance', () => {
  const visits = [
    { patient_id: 'a', cost: 1, postcode: 1000n },
    { patient_id: 'b', cost: 3, postcode: 5000n },
    { patient_id: 'c', cost: 9000, postcode: null },
    { patient_id: 'd', cost: null, postcode: 90_000n },
  ];
  const { checked, statistics } = exactly(aggregates.covariance, visits);
  expect(estimate(checked, statistics.map(noiseless)).estimate).toBeCloseTo(4, 6);
});
