import { describe, expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { by, column, compare, count, number, plan, scan } from '../../test/support/plan-builders.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { definePolicy, loadPolicy } from '../source/index.ts';
import { check } from './check.ts';
import type { Aggregate, Grouping, Table } from './plan.ts';
import { priceOf } from './price.ts';
import type { Share } from './shares.ts';

const policy = await loadPolicy(hospital);
const replacing = await loadPolicy(
  definePolicy({
    ...hospital,
    tables: { ...hospital.tables, visits: { ...hospital.tables.visits, neighbours: 'replace-one' } },
  }),
);

const age = column('age');
const adults: Table = { kind: 'where', input: scan('visits'), condition: compare(age, 'atLeast', number('18')) };
const spend = (epsilon: string, delta = 0): Share => ({ epsilon: rational.fromDecimal(epsilon), delta });
const sum: Aggregate = { kind: 'sum', name: 'sum', of: { kind: 'clamp', operand: age, low: '0', high: '100' } };
const signed: Aggregate = {
  kind: 'sum',
  name: 'sum',
  of: { kind: 'arithmetic', operator: 'subtract', left: age, right: number('30') },
};

describe('shares', () => {
  test.each<[string, readonly Aggregate[], number]>([
    ['count', [count], 1],
    ['sum', [sum], 1],
    ['mean', [{ kind: 'mean', name: 'mean', of: age }], 2],
    ['variance', [{ kind: 'variance', name: 'variance', of: age }], 3],
    ['standard deviation', [{ kind: 'standardDeviation', name: 'sd', of: age }], 3],
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
      3,
    ],
    ['the same count twice', [count, { kind: 'count', name: 'again' }], 1],
  ])('%s', (_name, aggregates, mechanisms) => {
    const priced = priceOf(check(plan(adults, aggregates), policy), spend('0.3'));
    expect(priced.mechanisms).toHaveLength(mechanisms);
    const total = priced.mechanisms.map(({ share }) => share.epsilon).reduce(rational.add);
    expect(total).toEqual(rational.fromDecimal('0.3'));
    expect(priced.cost.epsilon).toBe(0.3);
  });

  test('delta is divided among what can fail, and never adds up to more', () => {
    const median: Aggregate = { kind: 'quantile', name: 'median', of: age, rank: '0.5' };
    const { mechanisms } = priceOf(
      check(plan(adults, [median, count, sum, { kind: 'units', name: 'units' }]), policy),
      spend('1', 1e-6),
    );
    expect(mechanisms.map(({ share }) => share.delta > 0)).toEqual([false, true, true, true]);
    expect(mechanisms.reduce((total, { share }) => total + share.delta, 0)).toBeLessThanOrEqual(1e-6);
  });
});

describe('pairs', () => {
  const pairOf = (aggregates: readonly Aggregate[], grouping?: Grouping) =>
    priceOf(check(plan(adults, aggregates, grouping), policy), spend('0.5')).cost;

  test.each<[string, readonly Aggregate[], Grouping | undefined, number]>([
    ['one count', [count], undefined, 0.5],
    ['a sum of one sign', [sum], undefined, 0.5],
    ['a sum from -30 to 90', [signed], undefined, 0.5 * (120 / 90)],
    ['counts by group', [count], by('ward'), 1],
    ['a median', [{ kind: 'quantile', name: 'm', of: age, rank: '0.5' }], undefined, 1],
    ['the greatest', [{ kind: 'quantile', name: 'm', of: age, rank: '1' }], undefined, 0.5],
  ])('%s', (_name, aggregates, grouping, replace) => {
    expect(pairOf(aggregates, grouping).epsilon).toBe(0.5);
    expect(pairOf(aggregates, grouping).replace).toBeCloseTo(replace, 14);
  });

  test('where replaced units are the neighbours, they are what epsilon pays for', () => {
    const checked = check(plan(adults, [count], by('ward')), replacing);
    const { cost, mechanisms } = priceOf(checked, spend('0.5'));
    expect(mechanisms[0].sensitivity).toBe(20n);
    expect(cost).toEqual({ epsilon: 0.25, replace: 0.5 });
  });

  test('steps from the base outwards, each with what it charges its input', () => {
    const derived: Table = { kind: 'derive', input: adults, columns: [{ name: 'one', expression: number('1') }] };
    const { steps } = priceOf(check(plan(derived, [count]), policy), spend('0.1'));
    expect(steps.map(({ operator }) => operator)).toEqual(['scan', 'where', 'derive', 'bound', 'noise']);
    for (const { epsilon, replace } of steps) expect([epsilon, replace]).toEqual([0.1, 0.1]);
  });

  test('thirds of a tenth add up to a tenth', () => {
    const { cost, mechanisms } = priceOf(
      check(plan(adults, [{ kind: 'variance', name: 'v', of: age }]), policy),
      spend('0.1'),
    );
    expect(cost.epsilon).toBe(0.1);
    expect(3 * toNumber(mechanisms[0].share.epsilon, 'nearest')).toBeCloseTo(0.1, 15);
  });
});

describe('refusals', () => {
  const privately: Grouping = { kind: 'private', keys: [{ name: 'town', expression: column('town') }] };
  test.each<[string, Grouping, Share, string]>([
    ['private keys without delta', privately, spend('1'), 'delta_needed'],
    ['epsilon 0', { kind: 'none' }, spend('0'), 'value_out_of_range'],
    ['negative epsilon', { kind: 'none' }, spend('-1'), 'value_out_of_range'],
    ['delta NaN', { kind: 'none' }, spend('1', Number.NaN), 'value_out_of_range'],
    ['delta 1', { kind: 'none' }, spend('1', 1), 'value_out_of_range'],
  ])('%s', (_name, grouping, spending, code) => {
    const checked = check(plan(adults, [count], grouping), policy);
    expect(() => priceOf(checked, spending)).toThrow(expect.objectContaining({ code }));
  });

  test('private keys cost their selection too', () => {
    const { mechanisms } = priceOf(check(plan(adults, [count], privately), policy), spend('1', 1e-6));
    expect(mechanisms.map(({ mechanism, sensitivity }) => [mechanism.kind, sensitivity])).toEqual([
      ['selection', 10n],
      ['noise', 10n],
    ]);
  });
});
