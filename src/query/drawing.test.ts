import { describe, expect, test } from 'vitest';
import { hospital } from '../../test/support/hospital.ts';
import { canonicalJson } from '../json/index.ts';
import { check, type Plan, type PlanTable } from '../plan/index.ts';
import { stratified } from '../plan/operators/index.ts';
import { loadPolicy } from '../source/index.ts';
import { bernoulli, type Caps, fixedSize, fraction, query, when } from './index.ts';

const policy = await loadPolicy(hospital);
const visits = query(hospital).table('visits');
const base: PlanTable = { kind: 'scan', table: 'visits' };
const inputOf = (table: { count(): { readonly plan: Plan } }): PlanTable => table.count().plan.input;

describe('samples', () => {
  test.each([
    ['bernoulli', bernoulli(0.05), { kind: 'bernoulli', rate: '0.05' }],
    ['bernoulli, however it is written', bernoulli(5e-2), { kind: 'bernoulli', rate: '0.05' }],
    ['fixed size', fixedSize(1000), { kind: 'fixed-size', size: 1000 }],
    ['fraction', fraction(0.5), { kind: 'fraction', rate: '0.5' }],
  ])('%s', (_name, scheme, expected) => {
    expect(inputOf(visits.sample(scheme))).toEqual({ kind: 'sample', input: base, scheme: expected, name: null });
    expect(inputOf(visits.sample(scheme, { name: 'june' }))).toMatchObject({ name: 'june' });
  });

  test('strata in one order, whoever writes them down', () => {
    const [one, other] = [stratified('ward', { B: 0.5, A: 0.1 }), stratified('ward', { A: 0.1, B: 0.5 })];
    expect(one).toEqual(other);
    expect(one.rates).toEqual([
      { stratum: 'A', rate: '0.1' },
      { stratum: 'B', rate: '0.5' },
    ]);
  });

  test('take and skip', () => {
    const order = { by: 'age', descending: false, size: 3 };
    expect(inputOf(visits.take(3, { by: 'age' }))).toEqual({
      kind: 'sample',
      input: base,
      scheme: { kind: 'take', ...order },
      name: null,
    });
    expect(inputOf(visits.skip(3, { by: 'age', descending: true }))).toMatchObject({
      scheme: { kind: 'skip', ...order, descending: true },
    });
  });

  test.each([Number.NaN, Infinity])('a rate of %d is refused where it is written', rate => {
    const refused = expect.objectContaining({ code: 'value_out_of_range' });
    expect(() => bernoulli(rate)).toThrow(refused);
    expect(() => visits.split({ a: rate })).toThrow(refused);
    expect(() => visits.splitFraction(rate)).toThrow(refused);
  });

  test('a column that is not there is refused where it is written, for those who write JavaScript', () => {
    const refused = expect.objectContaining({ code: 'unknown_column' });
    expect(() => visits.take(3, { by: 'price' as 'age' })).toThrow(refused);
    expect(() => visits.sample(stratified('price' as 'ward', { A: 0.1 }))).toThrow(refused);
    expect(() => visits.partition('price' as 'ward')).toThrow(refused);
    expect(() => visits.part('price' as 'ward', 'A')).toThrow(refused);
  });
});

describe('splits', () => {
  test('parts share one split, in one order, whoever writes them down', () => {
    const { train, test: rest } = visits.split({ train: 0.8, test: 0.2 }, { name: 'fold' });
    const split = {
      kind: 'random',
      parts: [
        { name: 'test', rate: '0.2' },
        { name: 'train', rate: '0.8' },
      ],
    };
    expect(inputOf(train)).toEqual({ kind: 'part', input: base, split, part: 'train', name: 'fold' });
    expect(inputOf(rest)).toEqual({ kind: 'part', input: base, split, part: 'test', name: 'fold' });
    expect(inputOf(visits.split({ test: 0.2, train: 0.8 }, { name: 'fold' }).train)).toEqual(inputOf(train));
  });

  test('by the values of a column: those of the policy, those of a choice, true and false', () => {
    expect(Object.keys(visits.partition('ward'))).toEqual(['A', 'B', 'C']);
    expect(Object.keys(visits.partition('urgent'))).toEqual(['false', 'true']);
    const banded = visits
      .derive(({ age }) => ({ band: when(age.below(18), 'child').when(age.below(65), 'adult').otherwise('old') }))
      .where(({ cost }) => cost.above(1));
    expect(Object.keys(banded.partition('band'))).toEqual(['child', 'adult', 'old']);
    expect(inputOf(visits.partition('ward').B)).toEqual({
      kind: 'part',
      input: base,
      split: { kind: 'key', by: 'ward' },
      part: 'B',
      name: null,
    });
  });

  test('values that only the data know are named one by one, or refused', () => {
    const lowered = visits.derive(({ ward }) => ({ small: ward.lower() }));
    expect(() => lowered.partition('small' as never)).toThrow(expect.objectContaining({ code: 'keys_not_public' }));
  });

  test.each([
    [visits.part('ward', 'A'), 'A'],
    [visits.part('ward', null), null],
    [visits.part('urgent', true), 'true'],
    [visits.part('age', 5), '5'],
    [visits.part('age', 50n), '50'],
  ])('a part by its value', (table, part) => {
    expect(inputOf(table)).toMatchObject({ kind: 'part', part });
    expect(() => check(table.count().plan, policy)).not.toThrow();
  });

  test('first and rest', () => {
    const parts = [
      visits.splitFixedSize(9, { name: 'a' }),
      visits.splitFraction(0.25),
      visits.splitTake(9, { by: 'age' }),
    ];
    expect(parts.map(({ first, rest }) => [first, rest].map(table => inputOf(table)))).toMatchObject([
      ['first', 'rest'].map(part => ({ split: { kind: 'fixed-size', size: 9 }, part, name: 'a' })),
      ['first', 'rest'].map(part => ({ split: { kind: 'fraction', rate: '0.25' }, part, name: null })),
      ['first', 'rest'].map(part => ({ split: { kind: 'take-skip', by: 'age', descending: false, size: 9 }, part })),
    ]);
  });
});

test('caps travel beside the plan, at the place of their draw; the plan knows nothing of them', () => {
  const seen: Caps[] = [];
  const asked = query(hospital, (_plan, { caps }) => ({ remember: () => seen.push(caps) })).table('visits');
  const cap = { epsilon: 1, delta: 1e-6 };
  const { a } = asked.sample(bernoulli(0.5)).split({ a: 0.5 });
  const capped = a
    .where(({ age }) => age.above(1))
    .sample(fixedSize(9), { name: 'x', cap })
    .take(3, { by: 'age' });
  capped.count().by('ward').limit(2).remember();
  asked.count().remember();
  expect(seen).toEqual([[undefined, undefined, cap, undefined], []]);
  const plain = asked.sample(fixedSize(9), { name: 'x' }).count().plan;
  expect(canonicalJson(asked.sample(fixedSize(9), { name: 'x', cap }).count().plan)).toBe(canonicalJson(plain));
});

test('plans of draws are frozen all the way down', () => {
  const { scheme } = inputOf(visits.sample(stratified('ward', { A: 0.5 }))) as Extract<PlanTable, { kind: 'sample' }>;
  expect(Object.isFrozen(scheme) && scheme.kind === 'stratified' && Object.isFrozen(scheme.rates[0])).toBe(true);
});
