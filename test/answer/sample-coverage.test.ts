/** Intervals of answers from samples: how often they hold the truth about everybody, over 2,000 samples and noises each. */
import { describe, expect, test } from 'vitest';
import type { QuantileEstimate } from '../../src/answer/quantiles.ts';
import type { Bin } from '../../src/answer/releaser.ts';
import { type Estimate, nothingDrawn } from '../../src/plan/estimates/index.ts';
import type { ValueCount } from '../../src/plan/expressions/index.ts';
import type { Aggregate, CheckedPlan, GroupResult } from '../../src/plan/index.ts';
import { clinicPolicy, someVisits, withData } from '../support/clinic.ts';
import { column } from '../support/plan-builders.ts';
import { practice, type SampledQuestion, sampledReleaser, truthOf } from '../support/sampled-releaser.ts';

const RUNS = 2000;

const single = await practice(1);
const several = await practice(3);

const visit = (i: number, j: number) => ({
  patient: `p${i}`,
  cost: BigInt((i * 7919 + j * 31) % 1001),
  change: BigInt(((i * 104_729 + j) % 101) - 50),
  ward: 'A',
});

/** People of one to so many visits. */
const people = (number: number, visits: number) =>
  Array.from({ length: number }, (_, i) => Array.from({ length: 1 + (i % visits) }, (_, j) => visit(i, j)));

const UNITS: Aggregate = { kind: 'units', name: 'units' };

const AGGREGATES: readonly Aggregate[] = [
  UNITS,
  { kind: 'count', name: 'count' },
  { kind: 'sum', name: 'sum', of: column('cost') },
  { kind: 'sum', name: 'signed', of: column('change') },
  { kind: 'mean', name: 'mean', of: column('cost') },
  { kind: 'variance', name: 'variance', of: column('cost') },
  { kind: 'standardDeviation', name: 'deviation', of: column('cost') },
  { kind: 'covariance', name: 'covariance', of: column('cost'), with: column('change') },
];

/** Whether it holds the truth, up to rounding. */
const holds = ({ interval95: [low, high] }: Estimate, truth: number): boolean => {
  const slack = 1e-9 * (1 + Math.abs(truth));
  return low <= truth + slack && truth <= high + slack;
};

/** Of all samples, the share whose interval holds the truth, by the name of the aggregate. */
function coverage(question: SampledQuestion, scale = 1): Record<string, number> {
  const { release, checked, whole } = sampledReleaser(question);
  const truths = question.aggregates.map(({ name }) => [name, truthOf(checked, whole, name)] as const);
  const held = new Map<string, number>();
  for (let run = 0; run < RUNS; run += 1) {
    const released = release();
    for (const [name, truth] of truths)
      held.set(name, (held.get(name) ?? 0) + (holds(released[name] as Estimate, truth * scale) ? 1 / RUNS : 0));
  }
  return Object.fromEntries(held);
}

const expectSharp = (share: number): void => {
  expect(share).toBeGreaterThanOrEqual(0.93);
  expect(share).toBeLessThanOrEqual(0.97);
};

describe.each(['0.01', '0.1', '0.5', '1'])('of coins at rate %s', rate => {
  test.each([25, 1500])('all aggregates, %i people of one to three visits', number => {
    const scheme = { kind: 'bernoulli', rate } as const;
    const question = {
      policy: several,
      people: people(number, 3),
      scheme,
      aggregates: AGGREGATES,
      epsilon: '22',
      seed: 1,
    };
    const { units, ...others } = coverage(question);
    expectSharp(units);
    for (const [name, share] of Object.entries(others)) expect(share, name).toBeGreaterThanOrEqual(0.93);
  });

  test.each(['0.3', '3'])('numbers of 600 people, epsilon %s', epsilon => {
    const scheme = { kind: 'bernoulli', rate } as const;
    const question = { policy: single, people: people(600, 1), scheme, aggregates: [UNITS], epsilon, seed: 2 };
    // at rate 1 and with so little noise the number told is the number itself
    if (rate === '1' && epsilon === '3') expect(coverage(question).units).toBeGreaterThanOrEqual(0.93);
    else expectSharp(coverage(question).units);
  });
});

interface Rows {
  readonly value: number;
  readonly rows: number;
}

/** Of each value, in whole rows. */
const wholeRows = ({ statistics }: CheckedPlan, whole: GroupResult['results'], place: number): readonly Rows[] =>
  (whole[place] as readonly ValueCount[]).map(({ value, rows }) => ({
    value: Number(value),
    rows: Number(rows) / Number(statistics[place].resolution),
  }));

/** By how many rows of everybody a value misses the rank. */
function missOf(tallies: readonly Rows[], value: number, rank: number): number {
  const rows = (inside: (value: number) => boolean): number =>
    tallies.filter(tally => inside(tally.value)).reduce((sum, tally) => sum + tally.rows, 0);
  const total = rows(() => true);
  return Math.max(0, rows(x => x < value) - rank * total, rows(x => x > value) - (1 - rank) * total);
}

test.each([
  ['0.01', '0.5', 25],
  ['0.1', '0.5', 600],
  ['0.5', '0.9', 600],
])('ranks of quantiles, at rate %s', (rate, rank, number) => {
  const { release, whole, checked } = sampledReleaser({
    policy: several,
    people: people(number, 3),
    scheme: { kind: 'bernoulli', rate },
    aggregates: [UNITS, { kind: 'quantile', name: 'quantile', of: column('change'), rank }],
    epsilon: '10',
    seed: 3,
  });
  const tallies = wholeRows(checked, whole, checked.aggregates[1].uses[0]);
  let [held, shown] = [0, 0];
  while (shown < RUNS / 4) {
    const { estimate, rankError95 } = release().quantile as QuantileEstimate;
    // of a sample that may be empty nothing is told
    if (estimate === null) continue;
    shown += 1;
    held += missOf(tallies, Number(estimate), Number(rank)) <= (rankError95 ?? 0) ? 1 : 0;
  }
  expect(held / shown).toBeGreaterThanOrEqual(0.93);
});

test.each([
  ['coins', { kind: 'bernoulli', rate: '0.1' }, undefined],
  ['so many of publicly many', { kind: 'fixed-size', size: 100 }, 1000],
] as const)('bins of a histogram, by %s', (_, scheme, size) => {
  const edges = ['0', '30', '400', '1000'];
  const { release, whole, checked } = sampledReleaser({
    policy: single,
    people: people(1000, 1),
    scheme,
    ...(size && { size }),
    aggregates: [{ kind: 'histogram', name: 'bins', of: column('cost'), edges }],
    epsilon: '1',
    seed: 4,
  });
  const truth = wholeRows(checked, whole, checked.aggregates[0].uses[0]).map(({ rows }) => rows);
  const held = truth.map(() => 0);
  for (let run = 0; run < RUNS; run += 1)
    for (const [i, bin] of (release().bins as { bins: readonly Bin[] }).bins.entries())
      held[i] += holds(bin, truth[i]) ? 1 / RUNS : 0;
  for (const share of held) expect(share).toBeGreaterThanOrEqual(0.93);
});

describe('so many, or such a part, of the people', () => {
  const rest = { policy: several, people: people(400, 3), seed: 5 };
  const ratios = AGGREGATES.filter(({ kind }) => ['mean', 'variance', 'covariance'].includes(kind));

  test('of secretly many: ratios', () => {
    const scheme = { kind: 'fixed-size', size: 50 } as const;
    for (const share of Object.values(coverage({ ...rest, scheme, aggregates: ratios, epsilon: '9' })))
      expect(share).toBeGreaterThanOrEqual(0.93);
  });

  test('of publicly many: everything', () => {
    const scheme = { kind: 'fixed-size', size: 50 } as const;
    const covered = coverage({ ...rest, scheme, aggregates: AGGREGATES, epsilon: '22', size: 400 });
    for (const [name, share] of Object.entries(covered)) expect(share, name).toBeGreaterThanOrEqual(0.93);
  });

  test('a part: everything, and nothing but noise blurs the number of people', () => {
    const scheme = { kind: 'fraction', rate: '0.13' } as const;
    const { units, ...others } = coverage({ ...rest, scheme, aggregates: AGGREGATES, epsilon: '11' });
    // of 400 to 407 people a sample is of one size: whichever it was, all of them are held
    expect(units).toBeGreaterThanOrEqual(0.95);
    expect(units).toBeLessThanOrEqual(0.985);
    for (const [name, share] of Object.entries(others)) expect(share, name).toBeGreaterThanOrEqual(0.93);
  });
});

describe('what these tests would notice', () => {
  const question = {
    policy: single,
    people: people(600, 1),
    scheme: { kind: 'bernoulli', rate: '0.1' },
    aggregates: AGGREGATES.filter(({ kind }) => ['units', 'sum', 'mean'].includes(kind)),
    epsilon: '40',
    seed: 6,
  } as const;

  test('sampling forgotten: the sample alone, scaled', () => {
    // an interval of the sample, ten times wider, holds the truth as often as it holds a tenth of it
    const { units, sum } = coverage({ ...question, belief: () => nothingDrawn }, 0.1);
    for (const share of [units, sum]) expect(share).toBeLessThan(0.5);
    expect(coverage({ ...question, belief: () => nothingDrawn }).mean).toBeLessThan(0.93);
  });

  test.each([2n, 3n])('the rate of another scheme: two or three in fifteen', numerator => {
    const rate = { numerator, denominator: 15n };
    const { units, sum } = coverage({ ...question, belief: sampling => ({ ...sampling, rate }) });
    for (const share of [units, sum]) expect(share).toBeLessThan(0.93);
  });
});

test('on an engine, samples drawn anew hold the truth in most intervals', () =>
  withData(
    async data => {
      const question = await data.sql(
        'SELECT count(*) AS n, sum(cost) AS total, avg(age) AS age FROM visits TABLESAMPLE BERNOULLI (50)',
      );
      const truth = { n: 40, total: 390, age: 39.5 };
      const held = { n: 0, total: 0, age: 0 };
      for (let run = 0; run < 40; run += 1) {
        const [{ values }] = (await question.ask({ epsilon: 3, fresh: true })).rows;
        for (const name of ['n', 'total', 'age'] as const)
          held[name] += holds(values[name] as Estimate, truth[name]) ? 1 : 0;
      }
      // fewer than 27 of 40 at 95 % happen less than once in 100,000,000
      for (const often of Object.values(held)) expect(often).toBeGreaterThanOrEqual(27);
    },
    { ...clinicPolicy, budget: { epsilon: 150 } },
    someVisits,
  ));
