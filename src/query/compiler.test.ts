/** What the compiler refuses. Each line must fail to compile, or `tsc` complains of an unused directive. */
import { expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { stratified } from '../plan/operators/index.ts';
import type { PolicyInput } from '../source/index.ts';
import { bernoulli, count, query, sum, when } from './index.ts';

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
  // @ts-expect-error: a rate alone is no scheme
  visits.sample(0.05);
  // @ts-expect-error: no such column to draw strata by
  visits.sample(stratified('room', { A: 0.5 }));
  // @ts-expect-error: a text has no public list of strata
  visits.sample(stratified('town', { Berlin: 0.5 }));
  // @ts-expect-error: not one of the ward's values
  visits.sample(stratified('ward', { A: 0.5, D: 0.5 }));
  // @ts-expect-error: a cap says its delta
  visits.sample(bernoulli(0.5), { cap: { epsilon: 1 } });
  // @ts-expect-error: an order is by a column
  visits.take(5);
  // @ts-expect-error: no such column to order by
  visits.take(5, { by: 'price' });
  // @ts-expect-error: the split has no such part
  visits.split({ train: 0.8, test: 0.2 }).validation;
  // @ts-expect-error: a split has no cap
  visits.split({ train: 0.8, test: 0.2 }, { cap: { epsilon: 1, delta: 0 } });
  // @ts-expect-error: the column has no such value
  visits.partition('ward').D;
  // @ts-expect-error: a text has no public list of parts
  visits.partition('town');
  // @ts-expect-error: an integer's parts are named one by one
  visits.partition('age');
  // @ts-expect-error: the column has no such value
  visits.part('ward', 'D');
  // @ts-expect-error: an age is a number
  visits.part('age', '5');
  // @ts-expect-error: two parts, first and rest
  visits.splitFixedSize(10).second;
  // @ts-expect-error: what was drawn has the columns of its table
  visits.select('age').split({ a: 0.5 }).a.sum('cost');
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

test('what is drawn is a table like any other, and parts are known by name', () => {
  const { train } = visits.split({ train: 0.8, test: 0.2 });
  const { child } = train
    .derive(({ age }) => ({ band: when(age.below(18), 'child').otherwise('adult') }))
    .partition('band');
  const drawn = child
    .sample(stratified('band', { child: 0.5 }))
    .sample(stratified('urgent', { true: 0.5, false: 0.1 }))
    .splitTake(10, { by: 'age', descending: true })
    .rest.partition('urgent')
    .true.part('age', 5)
    .part('ward', null);
  expect(drawn.where(({ band, cost }) => band.is('child').and(cost.above(1))).sum('cost').plan.aggregates).toHaveLength(
    1,
  );
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
  const parts = query(unknown)
    .table('visits')
    .sample(stratified('ward', { A: 0.5 }))
    .partition('ward');
  expect(parts.A.take(5, { by: 'age' }).count().plan).toEqual(
    visits
      .sample(stratified('ward', { A: 0.5 }))
      .partition('ward')
      .A.take(5, { by: 'age' })
      .count().plan,
  );
});
