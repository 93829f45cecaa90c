import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { by, column, compare, count, number, plan, scan } from '../../../test/support/plan-builders.ts';
import type { MechanismShare } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import { definePolicy, loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import type { Aggregate, Grouping, PlanTable } from '../plan.ts';
import { questionCost } from './question-cost.ts';
import { sharesOf } from './shares.ts';

const policy = await loadPolicy(hospital);
const replacing = await loadPolicy(
  definePolicy({
    ...hospital,
    tables: { ...hospital.tables, visits: { ...hospital.tables.visits, neighbours: 'replace-one' } },
  }),
);

const age = column('age');
const adults: PlanTable = { kind: 'where', input: scan('visits'), condition: compare(age, 'atLeast', number('18')) };
const spend = (epsilon: string, delta = 0): MechanismShare => ({ epsilon: rational.fromDecimal(epsilon), delta });
const units: Aggregate = { kind: 'units', name: 'units' };
const sum: Aggregate = { kind: 'sum', name: 'sum', of: { kind: 'clamp', operand: age, low: '0', high: '100' } };

describe('shares', () => {
  test.each<[string, readonly Aggregate[], number]>([
    ['count', [count], 1],
    ['sum', [sum], 1],
    ['mean', [{ kind: 'mean', name: 'mean', of: age }], 1],
    ['variance', [{ kind: 'variance', name: 'variance', of: age }], 1],
    ['standard deviation', [{ kind: 'standardDeviation', name: 'sd', of: age }], 1],
    ['covariance', [{ kind: 'covariance', name: 'covariance', of: age, with: column('cost') }], 4],
    ['histogram', [{ kind: 'histogram', name: 'h', of: age, edges: ['0', '18', '120'] }], 1],
    ['median', [{ kind: 'quantile', name: 'median', of: age, rank: '0.5' }], 1],
    ['two quantiles of one column', ['0.25', '0.75'].map(rank => ({ kind: 'quantile', name: rank, of: age, rank })), 2],
    [
      'mean and variance share what they have in common',
      [
        { kind: 'mean', name: 'mean', of: age },
        { kind: 'variance', name: 'v', of: age },
      ],
      1,
    ],
    [
      'mean and variance beside a sum, which people of several rows buy apart',
      [
        { kind: 'sum', name: 'sum', of: age },
        { kind: 'mean', name: 'mean', of: age },
        { kind: 'variance', name: 'v', of: age },
      ],
      2,
    ],
    ['the same count twice', [count, { kind: 'count', name: 'again' }], 1],
  ])('%s', (_name, aggregates, mechanisms) => {
    const shares = sharesOf(check(plan(adults, aggregates), policy), spend('0.3'));
    expect(shares).toHaveLength(mechanisms);
    expect(shares.map(({ share }) => share.epsilon).reduce(rational.add)).toEqual(rational.fromDecimal('0.3'));
  });

  test('delta is divided among what can fail, and never adds up to more', () => {
    const median: Aggregate = { kind: 'quantile', name: 'median', of: age, rank: '0.5' };
    const mechanisms = sharesOf(
      check(plan(adults, [median, count, sum, { kind: 'units', name: 'units' }]), policy),
      spend('1', 1e-6),
    );
    expect(mechanisms.map(({ share }) => share.delta > 0)).toEqual([false, true, true, true]);
    expect(mechanisms.reduce((total, { share }) => total + share.delta, 0)).toBeLessThanOrEqual(1e-6);
  });
});

test('noise hides what the neighbours of the table differ by', () => {
  const sensitivity = (of: typeof policy) => {
    const checked = check(plan(adults, [count], by('ward')), of);
    return sharesOf(checked, spend('1'))[0].sensitivity / checked.statistics[0].resolution;
  };
  expect([policy, replacing].map(sensitivity)).toEqual([10n, 20n]);
});

describe('refusals', () => {
  const privately: Grouping = { kind: 'private', keys: [{ name: 'town', expression: column('town') }] };
  test.each<[string, Grouping, MechanismShare, string]>([
    ['private keys without delta', privately, spend('1'), 'delta_needed'],
    ['epsilon 0', { kind: 'none' }, spend('0'), 'value_out_of_range'],
    ['negative epsilon', { kind: 'none' }, spend('-1'), 'value_out_of_range'],
    ['delta NaN', { kind: 'none' }, spend('1', Number.NaN), 'value_out_of_range'],
    ['delta 1', { kind: 'none' }, spend('1', 1), 'value_out_of_range'],
  ])('%s', (_name, grouping, spending, code) => {
    const checked = check(plan(adults, [count], grouping), policy);
    expect(() => sharesOf(checked, spending)).toThrow(expect.objectContaining({ code }));
  });

  test.each<[string, readonly Aggregate[], readonly (readonly [string, string])[]]>([
    ['a count is released by the mechanism that selects', [count], [['selection', 'chosen']]],
    ['so is a number of units', [units], [['selection', 'shown']]],
    [
      'of both that of units selects',
      [count, units],
      [
        ['selection', 'shown'],
        ['noise', 'rows'],
      ],
    ],
    [
      'beside a count a sum has its own',
      [sum, count],
      [
        ['selection', 'chosen'],
        ['noise', 'total'],
      ],
    ],
    [
      'without a count private keys cost their selection too',
      [sum],
      [
        ['selection', 'shown'],
        ['noise', 'total'],
      ],
    ],
  ])('%s', (_name, aggregates, expected) => {
    const checked = check(plan(adults, aggregates, privately), policy);
    const mechanisms = sharesOf(checked, spend('1', 1e-6));
    const kinds = mechanisms.map(({ mechanism }) => [mechanism.kind, checked.statistics[mechanism.statistic].kind]);
    expect(kinds).toEqual(expected);
    expect(mechanisms[0].sensitivity).toBe(10n);
    for (const { share } of mechanisms) expect(share.epsilon).toEqual(rational.ratio(1n, BigInt(expected.length)));
  });
});

test('thousands of mechanisms are shared and priced about as fast as they are listed', () => {
  const sums = Array.from({ length: 2000 }, (_, i): Aggregate => {
    const clamped = { kind: 'clamp', operand: age, low: '0', high: '100' } as const;
    return {
      kind: 'sum',
      name: `sum_${i}`,
      of: { kind: 'arithmetic', operator: 'add', left: clamped, right: number(`${i}`) },
    };
  });
  const coin: PlanTable = { kind: 'sample', input: adults, scheme: { kind: 'bernoulli', rate: '0.1' }, name: null };
  const checked = check({ ...plan(coin, sums), interval: { share: '0.237' } }, policy);
  const begun = process.cpuUsage();
  const shares = sharesOf(checked, spend('0.123456789'));
  const { epsilon } = questionCost(checked, { epsilon: rational.fromDecimal('0.123456789'), delta: rational.zero });
  const { user } = process.cpuUsage(begun);
  expect(shares).toHaveLength(4000);
  expect(shares.map(({ share }) => share.epsilon).reduce(rational.add)).toEqual(rational.fromDecimal('0.123456789'));
  expect(epsilon).toEqual(rational.fromDecimal('0.123456789'));
  // well below one; with the sum of all weights for each of them it was six
  expect(user / 1e6).toBeLessThan(3);
});
