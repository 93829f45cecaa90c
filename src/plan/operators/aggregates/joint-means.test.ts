import { describe, expect, test } from 'vitest';
import { hospital } from '../../../../test/support/hospital.ts';
import { by, column, count, plan, scan } from '../../../../test/support/plan-builders.ts';
import { rational, toNumber } from '../../../numerics/index.ts';
import { definePolicy, loadPolicy } from '../../../source/index.ts';
import { check } from '../../check.ts';
import type { CheckedPlan } from '../../checked-plan.ts';
import { type PricedMechanism, placesOf, sharesOf } from '../../costs/shares.ts';
import type { Expression } from '../../expressions/expression.ts';
import type { Aggregate, Grouping } from '../../plan.ts';
import { following } from './joint-means.ts';

const policy = await loadPolicy(hospital);
const replacing = await loadPolicy(
  definePolicy({
    ...hospital,
    tables: { ...hospital.tables, visits: { ...hospital.tables.visits, neighbours: 'replace-one' } },
  }),
);

const age = column('age');
const mean: Aggregate = { kind: 'mean', name: 'mean', of: age };
const meanCost: Aggregate = { kind: 'mean', name: 'meanCost', of: column('cost') };
const units: Aggregate = { kind: 'units', name: 'units' };
const median: Aggregate = { kind: 'quantile', name: 'median', of: age, rank: '0.5' };
const spread: Aggregate = { kind: 'standardDeviation', name: 'spread', of: age };
const isOfEnds = ({ aggregates }: CheckedPlan): boolean => aggregates.some(each => 'from' in each);

/** Of Laplace noise on the line. */
const laplaceVariance = ({ sensitivity, share }: PricedMechanism): number =>
  2 * (Number(sensitivity) / toNumber(share.epsilon, 'nearest')) ** 2;

/** The variance that noise gives the sum of (value - mean), averaged over where a mean may lie. */
function averageVariance(checked: CheckedPlan, name: string): number {
  const aggregate = checked.aggregates.find(each => each.name === name);
  if (aggregate?.kind !== 'mean') throw new Error('a mean');
  const [one, other] = aggregate.uses.map(place => {
    const priced = sharesOf(checked, { epsilon: rational.ratio(1n), delta: 0 }).find(
      ({ mechanism }) => mechanism.kind === 'noise' && [mechanism.statistic, ...(mechanism.also ?? [])].includes(place),
    );
    if (priced === undefined) throw new Error('released');
    return laplaceVariance(priced) / Number(checked.statistics[place].resolution) ** 2;
  });
  const [centre, low, high] = [aggregate.of.centre, aggregate.of.low, aggregate.of.high].map(Number);
  const means = Array.from({ length: 1000 }, (_, i) => low + ((i + 0.5) / 1000) * (high - low));
  const variances = means.map(at => {
    const part = (at - low) / (high - low);
    return 'from' in aggregate ? (1 - part) ** 2 * one + part ** 2 * other : one + (at - centre) ** 2 * other;
  });
  return variances.reduce((sum, each) => sum + each, 0) / variances.length;
}

describe('endsAreBetter: means are made in the way that leaves them the smaller variance', () => {
  const questions: readonly [string, readonly Aggregate[], boolean][] = [
    ['one mean', [mean], true],
    ['a mean and a count', [mean, count], true],
    ['a mean and a median', [mean, median], true],
    ['a mean and two others', [mean, count, units], false],
    ['two means', [mean, meanCost], true],
    ['two means and two others', [mean, meanCost, count, units], true],
    ['two means and three others', [mean, meanCost, count, units, median], false],
  ];
  const groupings: readonly Grouping[] = [{ kind: 'none' }, by('ward')];
  const cases = questions.flatMap(([name, aggregates, ends]) =>
    groupings.flatMap(grouping =>
      [policy, replacing].map(each => ({
        name: `${name}, ${grouping.kind === 'none' ? 'in one group' : 'by group'}, ${each.tables.visits.public ? '' : each.tables.visits.neighbours}`,
        ends,
        asked: plan(scan('visits'), aggregates, grouping),
        policy: each,
      })),
    ),
  );

  test.each(cases)('$name', ({ asked, policy }) => {
    const [best, centred] = [check(asked, policy), check(asked, policy, 'centred')];
    expect(isOfEnds(centred)).toBe(false);
    const [found, other] = [best, centred].map(each =>
      ['mean', 'meanCost']
        .filter(name => each.aggregates.some(aggregate => aggregate.name === name))
        .map(name => averageVariance(each, name)),
    );
    if (isOfEnds(best)) for (const [i, variance] of found.entries()) expect(variance).toBeLessThan(other[i]);
  });

  test.each(cases.filter(({ name }) => name.endsWith('add-remove')))('expected: $name', ({ asked, policy, ends }) => {
    expect(isOfEnds(check(asked, policy))).toBe(ends);
  });

  test('alone it has exactly half of the variance, wherever it lies', () => {
    const asked = plan(scan('visits'), [mean]);
    const ratio =
      averageVariance(check(asked, policy), 'mean') / averageVariance(check(asked, policy, 'centred'), 'mean');
    expect(ratio).toBeCloseTo(0.5, 6);
  });
});

test('a centred sum that a deviation buys served the mean too', () => {
  const checked = check(plan(scan('visits'), [mean, spread]), policy, 'best');
  expect(isOfEnds(checked)).toBe(false);
  expect(checked.mechanisms).toHaveLength(3);
});

test('a mean of one possible value is counted by its rows', () => {
  const of = { kind: 'clamp', operand: age, low: '7', high: '7' } as const;
  expect(isOfEnds(check(plan(scan('visits'), [{ kind: 'mean', name: 'm', of }]), policy))).toBe(false);
});

test('equal means are bought once', () => {
  const checked = check(plan(scan('visits'), [mean, { ...mean, name: 'again' }]), policy);
  expect(checked.mechanisms).toHaveLength(1);
  expect(checked.aggregates[0].uses).toEqual(checked.aggregates[1].uses);
});

/** Why both sums are cut, and of one weight: other ways to bound a crowded unit add up to more than the noise hides. */
describe('refuted', () => {
  const width = 4n;
  const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
  const ends = (rows: readonly bigint[]) => [total(rows), total(rows.map(value => width - value))] as const;
  const halvesUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

  test('two totals that are clamped apart: ten rows in the middle count twice', () => {
    const clamped = ends(Array.from({ length: 10 }, () => width / 2n)).map(sum => (sum > width ? width : sum));
    expect(total(clamped)).toBe(2n * width);
  });

  test('both rounded to the nearest: a quarter too much', () => {
    const rounded = ends([2n, 3n]).map(sum => halvesUp(sum, 2n));
    expect(total(rounded)).toBe(5n);
    expect(total(ends([2n, 3n]).map(sum => sum / 2n))).toBeLessThanOrEqual(width);
  });

  test('where the number of rows is cut by itself, the width of so many can be less than what lies below', () => {
    // 2 rows of 3 in this group, all at the top, of which one counts at resolution 1
    const [cut, number] = [(2n * width) / 3n, 2n / 3n];
    expect(number * width).toBeLessThan(cut);
  });
});

describe('sums beside means of the same values', () => {
  const hours = column('hours');
  const ofHours = (kind: 'sum' | 'mean' | 'variance'): Aggregate => ({ kind, name: kind, of: hours });
  const noises = (aggregates: readonly Aggregate[], table = 'staff'): number =>
    check(plan(scan(table), aggregates), policy).mechanisms.length;

  test('follow from the same noise where everybody has one row', () => {
    expect(noises([ofHours('mean'), ofHours('sum')])).toBe(1);
    expect(noises([ofHours('sum'), ofHours('mean'), count])).toBe(2);
    expect(noises([ofHours('sum'), ofHours('variance')])).toBe(3);
    expect(noises([ofHours('sum'), ofHours('variance'), ofHours('mean')])).toBe(3);
  });

  test('follow by rho too, where means are made of centred sums', () => {
    const checked = check(plan(scan('staff'), [ofHours('sum'), ofHours('mean')]), policy, 'shared');
    expect(checked.mechanisms).toHaveLength(2);
    expect(isOfEnds(checked)).toBe(false);
  });

  test('have their own where people have several rows, which sums clamp and means weigh', () => {
    const sum: Aggregate = { kind: 'sum', name: 'sum', of: age };
    expect(noises([mean, sum], 'visits')).toBe(2);
  });

  test('have their own where the values are others, or nothing else is asked of them', () => {
    expect(noises([ofHours('sum')])).toBe(1);
    expect(noises([ofHours('sum'), count])).toBe(2);
    const clamped = { kind: 'clamp', operand: hours, low: '0', high: '40' } as const;
    expect(noises([{ kind: 'sum', name: 'sum', of: clamped }, ofHours('mean')])).toBe(2);
  });

  test('are never less accurate for it', () => {
    const varianceOf = (aggregates: readonly Aggregate[], means?: 'centred'): number => {
      const checked = check(plan(scan('staff'), aggregates), policy, means);
      const found = checked.aggregates.find(each => each.kind === 'sum');
      if (found?.kind !== 'sum') throw new Error('a sum');
      const priced = sharesOf(checked, { epsilon: rational.one, delta: 0 });
      return found.uses
        .map((place, i) => {
          const own = priced.find(({ mechanism }) => mechanism.kind === 'noise' && placesOf(mechanism).includes(place));
          if (own === undefined) throw new Error('released');
          return toNumber(found.factors?.[i] ?? rational.one, 'nearest') ** 2 * laplaceVariance(own);
        })
        .reduce((sum, each) => sum + each, 0);
    };
    for (const others of [[ofHours('mean')], [ofHours('variance')], [ofHours('mean'), count, units]])
      expect(varianceOf([ofHours('sum'), ...others])).toBeLessThan(varianceOf([ofHours('sum'), ...others], 'centred'));
  });
});

describe('numbers of values beside means of them', () => {
  const valuesOf = (of: Expression): Aggregate => ({ kind: 'countValues', name: 'n', of });
  const sum: Aggregate = { kind: 'sum', name: 'sum', of: age };
  const asked = (aggregates: readonly Aggregate[], table = 'visits', means?: 'shared') =>
    check(plan(scan(table), aggregates), policy, means);
  const noises = (...given: Parameters<typeof asked>): number => asked(...given).mechanisms.length;

  test('follow from both ends, or are bought for the mean anyway', () => {
    expect(noises([valuesOf(age)])).toBe(1);
    expect(isOfEnds(asked([mean, valuesOf(age)]))).toBe(true);
    expect(noises([mean, valuesOf(age)])).toBe(1);
    expect(noises([valuesOf(age), mean, sum])).toBe(2);
    expect(noises([mean, valuesOf(age)], 'visits', 'shared')).toBe(2);
    expect(noises([spread, valuesOf(age)])).toBe(3);
    expect(noises([spread, mean, valuesOf(age)])).toBe(3);
    const hours = column('hours');
    const ofHours = (['mean', 'sum', 'countValues'] as const).map(kind => ({ kind, name: kind, of: hours }));
    expect(noises(ofHours, 'staff')).toBe(1);
    expect(noises(ofHours, 'staff', 'shared')).toBe(2);
  });

  test('are their own where the values are others, or all rows are counted', () => {
    expect(noises([mean, valuesOf({ kind: 'clamp', operand: age, low: '0', high: '40' })])).toBe(2);
    expect(noises([mean, count])).toBe(2);
    expect(noises([valuesOf(age), count])).toBe(2);
  });

  test('change as much by one person as the number of rows does', () => {
    const [rows, values] = [[count], [valuesOf(age)]].map(aggregates => {
      const { statistics, mechanisms } = asked(aggregates);
      const { sensitivity, resolution } = statistics[mechanisms[0].statistic];
      return [sensitivity.addRemove, sensitivity.replaceOne].map(change => change / resolution);
    });
    expect(values).toEqual(rows);
  });
});

test('what follows from what is found in one pass: of a thousand aggregates each is read once', () => {
  const ages = Array.from({ length: 500 }, (_, i) => column(`age${i}`));
  const means = ages.map((of, i): Aggregate => ({ kind: 'mean', name: `mean${i}`, of }));
  const sums = ages.map((of, i): Aggregate => ({ kind: 'sum', name: `sum${i}`, of }));
  let read = 0;
  const found = following([...means, ...sums], ['sum'], of => {
    read += 1;
    return JSON.stringify(of);
  });
  expect(read).toBe(1000);
  expect(found.get('sum7')).toEqual([means[7]]);
  expect(following(sums, ['sum'], of => JSON.stringify(of)).size).toBe(0);
});
