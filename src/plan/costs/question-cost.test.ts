import { describe, expect, test } from 'vitest';
import { hospital } from '../../../test/support/hospital.ts';
import { arithmetic, by, column, count, number, plan, scan } from '../../../test/support/plan-builders.ts';
import { rational, toNumber } from '../../numerics/index.ts';
import { definePolicy, loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import type { Aggregate, Grouping } from '../plan.ts';
import { questionCost } from './question-cost.ts';

const policy = await loadPolicy(hospital);
const replacing = await loadPolicy(
  definePolicy({
    ...hospital,
    tables: { ...hospital.tables, visits: { ...hospital.tables.visits, neighbours: 'replace-one' } },
  }),
);
const exact = rational.fromDecimal;
const inner = (epsilon: string, delta = '0') => ({ epsilon: exact(epsilon), delta: exact(delta) });
const age = column('age');
const shifted = arithmetic(age, 'subtract', number('30'));
const mean: Aggregate = { kind: 'mean', name: 'mean', of: age };
const people: Aggregate = { kind: 'units', name: 'people' };

describe('pure questions, exactly', () => {
  test.each<[string, readonly Aggregate[], Grouping | undefined, string]>([
    ['a count', [count], undefined, '0.3'],
    ['counts by group', [count], by('ward'), '0.6'],
    ['a mean, whose values lie anywhere between both ends', [mean], undefined, '0.6'],
    ['a mean beside two counts, from its centred sum and number', [mean, count, people], undefined, '0.375'],
    ['a sum of one sign', [{ kind: 'sum', name: 's', of: age }], undefined, '0.3'],
    ['a sum from -30 to 90', [{ kind: 'sum', name: 's', of: shifted }], undefined, '0.4'],
    ['the greatest', [{ kind: 'quantile', name: 'm', of: age, rank: '1' }], undefined, '0.3'],
    ['a median', [{ kind: 'quantile', name: 'm', of: age, rank: '0.5' }], undefined, '0.6'],
  ])('%s', (_name, aggregates, grouping, replace) => {
    expect(questionCost(check(plan(scan('visits'), aggregates, grouping), policy), inner('0.3'))).toEqual({
      epsilon: exact('0.3'),
      replace: exact(replace),
      delta: rational.zero,
      replaceDelta: rational.zero,
    });
  });

  test('where replaced units are the neighbours, they are what epsilon pays for', () => {
    const cost = questionCost(check(plan(scan('visits'), [count], by('ward')), replacing), inner('0.3'));
    expect(cost).toMatchObject({ epsilon: exact('0.15'), replace: exact('0.3') });
  });

  test('three thirds are a whole', () => {
    const variance: Aggregate = { kind: 'variance', name: 'v', of: age };
    expect(questionCost(check(plan(scan('visits'), [variance]), policy), inner('0.1')).epsilon).toEqual(exact('0.1'));
  });
});

describe('with a delta', () => {
  const asked = check(plan(scan('visits'), [count]), policy);

  test('one unit replaced is one removed and one added', () => {
    const cost = questionCost(asked, inner('1', '1e-6'));
    expect(cost).toMatchObject({ epsilon: exact('1'), replace: exact('2'), delta: exact('1e-6') });
    expect(toNumber(cost.replaceDelta, 'nearest')).toBeCloseTo((1 + Math.E) * 1e-6, 18);
    expect(toNumber(cost.replaceDelta, 'down')).toBeGreaterThanOrEqual((1 + Math.E) * 1e-6);
  });

  test('a chance is never above 1', () => {
    for (const epsilon of ['20', '5000'])
      expect(questionCost(asked, inner(epsilon, '0.001')).replaceDelta).toEqual(rational.one);
  });

  test('where replaced units are the neighbours, an added one is promised no more', () => {
    const cost = questionCost(check(plan(scan('visits'), [count], by('ward')), replacing), inner('1', '1e-6'));
    const same = { epsilon: exact('1'), replace: exact('1'), delta: exact('1e-6'), replaceDelta: exact('1e-6') };
    expect(cost).toEqual(same);
  });

  /** All ways to lay `left` twelfths on `places` answers. */
  function* tables(places: number, left = 12): Generator<number[]> {
    if (places === 1) yield [left / 12];
    else
      for (let first = 0; first <= left; first++)
        for (const rest of tables(places - 1, left - first)) yield [first / 12, ...rest];
  }
  const beyond = (one: readonly number[], other: readonly number[], epsilon: number): number =>
    one.reduce((sum, p, i) => sum + Math.max(0, p - Math.exp(epsilon) * other[i]), 0);

  test('two steps of (ε, δ), enumerated over all small tables of probabilities; fewer would not do', () => {
    const all = [...tables(3)];
    let sharpest = 0;
    for (const epsilon of [0.2, 1])
      for (const without of all.filter((_, i) => i % 3 === 0))
        for (const one of all)
          for (const other of all.filter((_, i) => i % 7 === 0)) {
            const delta = Math.max(beyond(one, without, epsilon), beyond(without, other, epsilon));
            if (!(delta > 1e-9 && delta < 0.2)) continue;
            const claim = questionCost(asked, {
              epsilon: rational.fromNumber(epsilon),
              delta: rational.fromNumber(delta),
            });
            const truth = beyond(one, other, toNumber(claim.replace, 'nearest'));
            const most = toNumber(claim.replaceDelta, 'nearest');
            if (!(truth <= most + 1e-12)) expect(truth).toBeLessThanOrEqual(most);
            sharpest = Math.max(sharpest, truth / (2 * delta));
          }
    expect(sharpest).toBeGreaterThan(1);
  });
});
