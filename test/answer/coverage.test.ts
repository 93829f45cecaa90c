/** Intervals that say 95 %: how often they hold the truth, over 2,000 tellings of the same table. */
import { describe, expect, test } from 'vitest';
import type { Bin } from '../../src/answer/releaser.ts';
import type { Estimate } from '../../src/plan/estimates/index.ts';
import type { Aggregate } from '../../src/plan/index.ts';
import { clinicPolicy, someVisits, withData } from '../support/clinic.ts';
import { type NoisyQuestion, noisyAnswers } from '../support/noisy-answers.ts';
import { column, count } from '../support/plan-builders.ts';

const RUNS = 2000;

/** One visit a patient: nothing is clamped, so that the noise is all there is. */
const visits = Array.from({ length: 3000 }, (_, i) => ({
  patient_id: `p${i}`,
  cost: ((i * 7919) % 900_000) / 100,
  postcode: BigInt((i * 104_729) % 90_000),
}));

const costs = visits.map(({ cost }) => cost);
const codes = visits.map(({ postcode }) => Number(postcode));
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const mean = (values: readonly number[]): number => total(values) / values.length;
const covariance = (one: readonly number[], other: readonly number[]): number =>
  total(one.map((value, i) => (value - mean(one)) * (other[i] - mean(other)))) / (one.length - 1);
const moment = covariance(costs, costs);

const AGGREGATES: readonly Aggregate[] = [
  count,
  { kind: 'units', name: 'units' },
  { kind: 'sum', name: 'sum', of: column('cost') },
  { kind: 'mean', name: 'mean', of: column('cost') },
  { kind: 'variance', name: 'variance', of: column('cost') },
  { kind: 'standardDeviation', name: 'deviation', of: column('cost') },
  { kind: 'covariance', name: 'covariance', of: column('cost'), with: column('postcode') },
];

const TRUTH: Readonly<Record<string, number>> = {
  count: visits.length,
  units: visits.length,
  sum: total(costs),
  mean: mean(costs),
  variance: moment,
  deviation: Math.sqrt(moment),
  covariance: covariance(costs, codes),
};

/** A number of units has noise of a few whole steps, and the least whole interval may hold it more often than 97 %. */
const SHARP = 'count';

/** Whether an interval, made wider or narrower about its estimate, holds the truth up to rounding. */
function holds({ estimate, interval95: [low, high] }: Estimate, truth: number, width = 1): boolean {
  const slack = Math.abs(truth) * 1e-9;
  return estimate + (low - estimate) * width <= truth + slack && truth - slack <= estimate + (high - estimate) * width;
}

/** Of all tellings, the share whose interval holds the truth, by the name of the aggregate. */
function coverage(asking: Omit<NoisyQuestion, 'visits'>, width?: number): Record<string, number> {
  const release = noisyAnswers({ visits, ...asking });
  const held: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1)
    for (const [name, released] of Object.entries(release()))
      held[name] = (held[name] ?? 0) + (holds(released as Estimate, TRUTH[name], width) ? 1 / RUNS : 0);
  return held;
}

describe.each([
  { epsilon: '0.1', delta: 0 },
  { epsilon: '2', delta: 0 },
  { epsilon: '0.5', delta: 1e-6 },
])('epsilon $epsilon, delta $delta', ({ epsilon, delta }) => {
  test.each(AGGREGATES)('$name, asked alone', aggregate => {
    const { [aggregate.name]: covered } = coverage({ aggregates: [aggregate], epsilon, delta, seed: 1 });
    expect(covered).toBeGreaterThanOrEqual(0.93);
    if (aggregate.name === SHARP) expect(covered).toBeLessThanOrEqual(0.97);
  });
});

test.each([
  ['as listed', AGGREGATES],
  ['the other way round', AGGREGATES.toReversed()],
])('all in one question, %s: what they share misleads none of them', (_, aggregates) => {
  const covered = coverage({ aggregates, epsilon: '4', seed: 2 });
  for (const [name, share] of Object.entries(covered)) expect(share, name).toBeGreaterThanOrEqual(0.93);
  expect(covered[SHARP]).toBeLessThanOrEqual(0.97);
});

test('bins of a histogram', () => {
  const edges = ['0', '1000', '2500', '6000', '9000'];
  const release = noisyAnswers({
    visits,
    aggregates: [{ kind: 'histogram', name: 'bins', of: column('cost'), edges }],
    epsilon: '0.5',
    seed: 3,
  });
  const truth = (bin: Bin): number => costs.filter(cost => bin.from <= cost && cost < bin.to).length;
  const held = [0, 0, 0, 0];
  for (let run = 0; run < RUNS; run += 1) {
    const { bins } = release().bins as { readonly bins: readonly Bin[] };
    for (const [i, bin] of bins.entries()) held[i] += holds(bin, truth(bin)) ? 1 / RUNS : 0;
  }
  for (const share of held) {
    expect(share).toBeGreaterThanOrEqual(0.93);
    expect(share).toBeLessThanOrEqual(0.97);
  }
});

test('intervals of a wrong width are noticed', () => {
  const question = { aggregates: [count], epsilon: '0.5', seed: 4 };
  expect(coverage(question, 0.8).count).toBeLessThan(0.93);
  expect(coverage(question, 1.4).count).toBeGreaterThan(0.97);
});

test('on an engine, the truth lies in most intervals', () =>
  withData(
    async data => {
      const question = await data.sql('SELECT count(*) AS n, sum(cost) AS total, avg(age) AS age FROM visits');
      const truth = { n: 40, total: 390, age: 39.5 };
      const runs = 40;
      const held = { n: 0, total: 0, age: 0 };
      for (let run = 0; run < runs; run += 1) {
        const [{ values }] = (await question.ask({ epsilon: 2, fresh: true })).rows;
        for (const name of ['n', 'total', 'age'] as const)
          held[name] += holds(values[name] as Estimate, truth[name]) ? 1 : 0;
      }
      // fewer than 27 of 40 at 95 % happen less than once in 100,000,000
      for (const often of Object.values(held)) expect(often).toBeGreaterThanOrEqual(27);
    },
    { ...clinicPolicy, budget: { epsilon: 100 } },
    someVisits,
  ));
