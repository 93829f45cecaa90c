import { expect, test } from 'vitest';
import { rational } from '../numerics/index.ts';
import { bestUses, distinct, jointVariances, statisticsOf, withoutSums } from './statistics.ts';

const columns = new Map(
  ['age', 'cost'].map(name => [
    name,
    { span: { low: rational.zero, high: rational.ratio(120n), step: rational.one }, perUnit: false },
  ]),
);
const of = { kind: 'column', name: 'age' };

/** How many noises are bought for these, by add-remove unless said. */
function noises(aggregates: readonly object[], relation = 'add-remove', grouping: 'none' | 'public' = 'none'): number {
  const plan = { version: 1, input: { kind: 'scan', table: 't' }, grouping: { kind: grouping }, aggregates } as const;
  const asked = { plan: plan as never, columns };
  const apart = aggregates.map(aggregate => statisticsOf(aggregate as never, columns));
  const sharing = { relation, quantiles: 'joint' } as const;
  const best = bestUses(asked, withoutSums(plan as never, apart), sharing);
  return distinct(jointVariances(asked, best, sharing)).length;
}

test('bestUses: n noises together are better than m apart where 2n² < m², by add-remove and by group', () => {
  const [mean, cost] = [
    { kind: 'mean', of },
    { kind: 'mean', of: { kind: 'column', name: 'cost' } },
  ];
  const others = [{ kind: 'count' }, { kind: 'units' }, { kind: 'histogram', of, edges: ['0', '1'] }];
  for (const means of [[mean], [mean, cost]])
    for (let more = 0; more <= 3; more++)
      for (const grouping of ['none', 'public'] as const) {
        const [together, apart] = [means.length + more, 2 * means.length + more];
        const expected = 2 * together ** 2 < apart ** 2 ? together : apart;
        expect(noises([...means, ...others.slice(0, more)], 'add-remove', grouping)).toBe(expected);
      }
});

test('bestUses: one mean alone is of both ends under either relation, and beside its variance of the same joint sums', () => {
  expect(noises([{ kind: 'mean', of }], 'replace-one')).toBe(1);
  expect(
    noises([
      { kind: 'mean', of },
      { kind: 'variance', of },
    ]),
  ).toBe(1);
});

test('jointVariances: n noises together are better than m apart where 64n² < 26m², unless something else uses what they buy', () => {
  const [variance, deviation, cost] = [
    { kind: 'variance', of },
    { kind: 'standardDeviation', of },
    { kind: 'variance', of: { kind: 'column', name: 'cost' } },
  ];
  const others = [{ kind: 'count' }, { kind: 'units' }, { kind: 'histogram', of, edges: ['0', '1'] }];
  for (const [variances, columnsAsked] of [
    [[variance], 1],
    [[variance, deviation], 1],
    [[variance, cost], 2],
  ] as const)
    for (let more = 0; more <= 3; more++)
      for (const grouping of ['none', 'public'] as const) {
        const [together, apart] = [columnsAsked + more, 3 * columnsAsked + more];
        const expected = 64 * together ** 2 < 26 * apart ** 2 ? together : apart;
        expect(noises([...variances, ...others.slice(0, more)], 'add-remove', grouping)).toBe(expected);
      }
  expect(noises([variance], 'replace-one')).toBe(1);
  expect(noises([variance, { kind: 'countValues', of }])).toBe(3);
});

test('a sum follows from a mean or variance of the same values', () => {
  expect(
    noises([
      { kind: 'mean', of },
      { kind: 'sum', of },
    ]),
  ).toBe(1);
  expect(
    noises([
      { kind: 'sum', of },
      { kind: 'variance', of },
    ]),
  ).toBe(3);
  expect(noises([{ kind: 'sum', of }, { kind: 'count' }])).toBe(2);
});
