import { describe, expect, test } from 'vitest';
import { by, column, count, plan, scan } from '../../../../test/support/plan-builders.ts';
import { chargedInTurn } from '../../../../test/support/plan-charges.ts';
import { practice, sampled } from '../../../../test/support/sampled-releaser.ts';
import { rational, toNumber } from '../../../numerics/index.ts';
import { definePolicy, loadPolicy } from '../../../source/index.ts';
import { check } from '../../check.ts';
import type { CheckedPlan } from '../../checked-plan.ts';
import { questionCost } from '../../costs/question-cost.ts';
import { sharesOf } from '../../costs/shares.ts';
import { meaning } from '../../meaning.ts';
import type { Aggregate, Grouping, Plan, PlanTable } from '../../plan.ts';
import type { RawRow } from '../operator.ts';

const [single, several] = [await practice(1), await practice(3)];
const sum: Aggregate = { kind: 'sum', name: 'sum', of: column('cost') };
const mean: Aggregate = { kind: 'mean', name: 'mean', of: column('cost') };
const units: Aggregate = { kind: 'units', name: 'units' };
const coin = sampled({ kind: 'bernoulli', rate: '0.5' });

const tight = (
  aggregates: readonly Aggregate[],
  share = '0.2',
  input: PlanTable = coin,
  grouping?: Grouping,
): Plan => ({
  ...plan(input, aggregates, grouping),
  interval: { share },
});

const spend = (epsilon: string) => ({ epsilon: rational.fromDecimal(epsilon), delta: 0 });

describe('a share of epsilon', () => {
  const shares = (checked: CheckedPlan) =>
    sharesOf(checked, spend('1')).map(({ mechanism, share }) => [
      checked.statistics[mechanism.statistic].kind,
      toNumber(share.epsilon, 'nearest'),
    ]);

  test('is for the squares, and the rest for the released values', () => {
    expect(shares(check(tight([sum]), several))).toEqual([
      ['total', 0.8],
      ['product', 0.2],
    ]);
    expect(shares(check(tight([count], '0.5'), several))).toEqual([
      ['rows', 0.5],
      ['product', 0.5],
    ]);
  });

  test('a mean needs three: of the sum, of the number, and of both', () => {
    expect(shares(check(tight([mean], '0.3'), several)).map(([, epsilon]) => epsilon)).toEqual([
      0.35, 0.35, 0.1, 0.1, 0.1,
    ]);
  });

  test('a variance six, a covariance ten', () => {
    const moments = (aggregate: Aggregate) => check(tight([aggregate]), several).aggregates[0].moments;
    expect(moments({ kind: 'variance', name: 'v', of: column('cost') })).toHaveLength(6);
    expect(moments({ kind: 'covariance', name: 'c', of: column('cost'), with: column('change') })).toHaveLength(10);
  });

  test('with one row a unit the number of values is its own square', () => {
    const checked = check(tight([mean]), single);
    expect(checked.statistics.map(({ kind }) => kind)).toEqual(['weighted', 'weighted', 'product']);
    expect(checked.aggregates[0].moments).toEqual([2, 0, 1]);
  });

  test('adds up to all of it, also beside what needs none', () => {
    const checked = check(tight([units, sum, mean], '0.17', coin, by('ward')), several);
    const all = sharesOf(checked, spend('0.3')).map(({ share }) => share.epsilon);
    expect(all.reduce(rational.add)).toEqual(rational.fromDecimal('0.3'));
    expect(checked.aggregates[0].moments).toBeUndefined();
  });
});

describe('refused', () => {
  test.each<[string, readonly Aggregate[], string, string]>([
    ['a share of 0', [sum], '0', 'value_out_of_range'],
    ['all of epsilon', [sum], '1', 'value_out_of_range'],
    ['more than all', [sum], '1.5', 'value_out_of_range'],
    ['a negative share', [sum], '-0.2', 'value_out_of_range'],
    ['units alone', [units], '0.2', 'interval_unavailable'],
    [
      'a quantile',
      [{ kind: 'quantile', name: 'median', of: column('cost'), rank: '0.5' }],
      '0.2',
      'interval_unavailable',
    ],
    [
      'a histogram',
      [{ kind: 'histogram', name: 'h', of: column('cost'), edges: ['0', '9'] }],
      '0.2',
      'interval_unavailable',
    ],
    [
      'a quantile beside a sum',
      [sum, { kind: 'quantile', name: 'median', of: column('cost'), rank: '0.5' }],
      '0.2',
      'interval_unavailable',
    ],
  ])('%s', (_, aggregates, share, code) => {
    expect(() => check(tight(aggregates, share), several)).toThrow(expect.objectContaining({ code }));
  });

  test('units alone that private groups are shown by, which are whole', () => {
    const towns: Grouping = { kind: 'private', keys: [{ name: 'ward', expression: column('ward') }] };
    expect(() => check(tight([units], '0.2', coin, towns), several)).toThrow(
      expect.objectContaining({ code: 'interval_unavailable' }),
    );
    expect(check(tight([units, mean], '0.2', coin, towns), several).aggregates[0].moments).toBeUndefined();
  });

  test('rows that are units', () => {
    expect(() => check(tight([count]), single)).toThrow(expect.objectContaining({ code: 'interval_unavailable' }));
  });

  test('squares that could leave what engines add up', async () => {
    const wide = await loadPolicy(
      definePolicy({
        source: { engine: 'duckdb', path: 'visits.parquet' },
        tables: { visits: { unit: 'p', rowsPerUnit: 8, columns: { cost: { type: 'integer', min: 0, max: 2 ** 41 } } } },
        budget: { epsilon: 2 },
        ledger: 'sqlite:visits.ledger',
      }),
    );
    expect(() => check(tight([sum]), wide)).toThrow(expect.objectContaining({ code: 'overflow_possible' }));
    expect(check(plan(coin, [sum]), wide).mechanisms).toHaveLength(1);
  });
});

describe('what total and squares reveal together, enumerated on small tables', async () => {
  const small = await loadPolicy(
    definePolicy({
      source: { engine: 'duckdb', path: 'small.duckdb' },
      tables: { visits: { unit: 'id', rowsPerUnit: 2, columns: { cost: { type: 'integer', min: -1, max: 2 } } } },
      budget: { epsilon: 1 },
      ledger: 'sqlite:small.ledger',
    }),
  );
  const checked = check(tight([sum], '0.5'), small);
  const whole = check(tight([sum], '0.5', scan('visits')), small);
  const bags = [[], [2], [-1], [2, 2], [2, -1], [-1, -1], [2, 2, 2]];
  const rows = (unit: readonly number[], id: number): RawRow[] =>
    unit.map(cost => ({ id: `u${id}`, cost: BigInt(cost) }));

  /** Total and squares of every sample, with its probability. */
  const samples = (people: readonly (readonly number[])[]) =>
    people
      .map((unit, id) => meaning(whole, { visits: rows(unit, id) }, '0f'.repeat(32))[0].results.map(Number))
      .reduce(
        (all, [total, square]) =>
          all.flatMap(({ point: [t, s], mass }) => [
            { point: [t, s], mass: mass / 2 },
            { point: [t + total, s + square], mass: mass / 2 },
          ]),
        [{ point: [0, 0], mass: 1 }],
      );

  const scales = sharesOf(checked, spend('1')).map(
    ({ share, sensitivity }) => Number(sensitivity) / toNumber(share.epsilon, 'nearest'),
  );
  const likelihood = (all: ReturnType<typeof samples>, released: readonly number[], [one, other]: readonly number[]) =>
    all.reduce(
      (sum, { point, mass }) =>
        sum + mass * Math.exp(-Math.abs(released[0] - point[0]) / one - Math.abs(released[1] - point[1]) / other),
      0,
    );
  const answers = Array.from({ length: 16 }, (_, i) => i - 4).flatMap(total =>
    Array.from({ length: 50 }, (_, square) => [total, square]),
  );

  /** The most that any answer tells two tables apart. */
  const loss = (one: readonly (readonly number[])[], other: readonly (readonly number[])[], noise = scales): number => {
    const [left, right] = [samples(one), samples(other)];
    return Math.max(
      ...answers.map(released =>
        Math.abs(Math.log(likelihood(left, released, noise) / likelihood(right, released, noise))),
      ),
    );
  };

  const others = [[], [[2, 2]], [[-1, 2]]];
  const { epsilon, replace } = questionCost(checked, { epsilon: rational.one, delta: rational.zero });
  const cost = { epsilon: toNumber(epsilon, 'up'), replace: toNumber(replace, 'up') };
  const charged = chargedInTurn([checked], [cost]);
  const pairs = others.flatMap(known =>
    bags.flatMap(unit =>
      bags.map(
        instead =>
          [
            [...known, unit],
            [...known, instead],
          ] as const,
      ),
    ),
  );

  test('one added or replaced reveals no more than is charged, and some reveal it all', () => {
    const added = others.flatMap(known => bags.map(unit => loss(known, [...known, unit])));
    expect(Math.max(...added)).toBeLessThanOrEqual(charged.epsilon + 1e-12);
    expect(Math.max(...added)).toBeGreaterThan(charged.epsilon - 1e-6);
    const replaced = pairs.map(([one, other]) => loss(one, other));
    expect(Math.max(...replaced)).toBeLessThanOrEqual(charged.replace + 1e-12);
  });

  test('squares of the bound of one row would reveal too much', () => {
    const less = [scales[0], scales[1] / 4];
    expect(Math.max(...bags.map(unit => loss([], [unit], less)))).toBeGreaterThan(charged.epsilon + 0.1);
  });
});
