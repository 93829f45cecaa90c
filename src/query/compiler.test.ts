/** What the compiler refuses. Each line must fail to compile, or `tsc` complains of an unused directive. */
import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import type { PolicyInput } from '../source/index.ts';
import { count, query, sum, when } from './index.ts';

const visits = query(hospital).table('visits');

/** Never called: only compiled. */
const refusedByTheCompiler = () => {
  // @ts-expect-error: no such table
  query(hospital).table('patients');
  // @ts-expect-error: public tables are joined, not asked
  query(hospital).table('wards');
  // @ts-expect-error: no such column
  visits.sum('price');
  // @ts-expect-error: a text has no sum
  visits.sum('town');
  // @ts-expect-error: a category has no mean
  visits.mean('ward');
  // @ts-expect-error: a date has no median
  visits.median('seen');
  // @ts-expect-error: a number without bounds has no sum
  visits.sum('weight');
  // @ts-expect-error: neither has it among others
  visits.aggregate({ n: count(), total: sum('weight') });
  // @ts-expect-error: both columns of a covariance are numbers
  visits.covariance('age', 'town');
  // @ts-expect-error: no such column in a lambda
  visits.where(({ price }) => price.atLeast(1));
  // @ts-expect-error: a text is not compared by size
  visits.where(({ town }) => town.atLeast('a'));
  // @ts-expect-error: a number is not compared with a text
  visits.where(({ age }) => age.is('18'));
  // @ts-expect-error: not one of the ward's values
  visits.where(({ ward }) => ward.is('D'));
  // @ts-expect-error: not one of the ward's values, among others
  visits.where(({ ward }) => ward.isOneOf(['A', 'D']));
  // @ts-expect-error: a date has no hour
  visits.where(({ seen }) => seen.hour().is(1));
  // @ts-expect-error: a number is no condition
  visits.where(({ age }) => age);
  // @ts-expect-error: a lambda over rows returns no truth
  visits.where(() => true);
  // @ts-expect-error: a date is not compared with a number's term
  visits.where(({ seen, age }) => seen.is(age));
  // @ts-expect-error: a text has no public list of values
  visits.count().by('town');
  // @ts-expect-error: neither has a number that is no integer
  visits.count().by('cost');
  // @ts-expect-error: only public tables are joined
  visits.join('staff', { on: 'ward' });
  // @ts-expect-error: no such column to join on
  visits.join('wards', { on: 'room' });
  // @ts-expect-error: this column was left out
  visits.select('age').sum('cost');
  // @ts-expect-error: no such result
  visits.count().having(({ total }) => total.above(1));
  // @ts-expect-error: no such result to order by
  visits.sum('cost').orderBy('count');
  // @ts-expect-error: a histogram is many numbers
  visits.histogram('age', [0, 1]).orderBy('histogram_age');
  // @ts-expect-error: a plan cannot be changed
  visits.count().plan.version = 2;
};

test('what makes sense compiles, and what was derived is known', () => {
  const question = visits
    .derive(({ age, seen, cost }) => ({
      band: when(age.below(18), 'child').otherwise('adult'),
      year: seen.year(),
      scaled: cost.dividedBy(2).clamped(0, 100),
    }))
    .join('wards', { on: 'ward' })
    .where(({ band, floor, label, ward, town, arrived }) =>
      band.isNot('child').and(floor.between(1, 3), label.is(town), town.is(ward)).or(arrived.hour().below(6)),
    )
    .aggregate({ n: count(), total: sum('scaled') })
    .by('band', 'year')
    .by('floor')
    .having(({ n, total, band }) => n.above(5).and(total.above(n), band.is('adult')))
    .orderBy('year');
  expect(question.plan.grouping).toMatchObject({ keys: [{ name: 'band' }, { name: 'year' }, { name: 'floor' }] });
  expect(refusedByTheCompiler).toBeTypeOf('function');
});

test('a policy that the compiler knows nothing of allows every name', () => {
  const unknown: PolicyInput = hospital;
  const { plan } = query(unknown)
    .table('visits')
    .where(({ age, ward }) => age.atLeast(18).and(ward.is('A')))
    .sum('cost')
    .by('ward');
  expect(plan).toEqual(
    visits
      .where(({ age, ward }) => age.atLeast(18).and(ward.is('A')))
      .sum('cost')
      .by('ward').plan,
  );
});
