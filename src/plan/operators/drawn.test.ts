/** What cannot be drawn is refused before anything is charged, and the refusal names the rule. */
import { describe, expect, test } from 'vitest';
import { checkedOf, part, sample } from '../../../test/support/people.ts';
import { column, scan } from '../../../test/support/plan-builders.ts';
import { chargedInTurn } from '../../../test/support/plan-charges.ts';
import type { PlanTable } from '../plan.ts';
import type { SampleScheme, SplitScheme } from './schemes/schemes.ts';

const refused = (code: string, words = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(words) });

const order = { by: 'rank', descending: false } as const;
const strata = (by: string, ...rates: readonly (readonly [string, string])[]): SampleScheme => ({
  kind: 'stratified',
  by,
  rates: rates.map(([stratum, rate]) => ({ stratum, rate })),
});
const random = (...parts: readonly (readonly [string, string])[]): SplitScheme => ({
  kind: 'random',
  parts: parts.map(([name, rate]) => ({ name, rate })),
});

describe('samples', () => {
  test.each<[string, SampleScheme, string, string]>([
    ['rate 0', { kind: 'bernoulli', rate: '0' }, 'value_out_of_range', 'above 0'],
    ['a rate above 1', { kind: 'bernoulli', rate: '1.000000000000000001' }, 'value_out_of_range', 'at most 1'],
    ['a negative rate', { kind: 'fraction', rate: '-0.5' }, 'value_out_of_range', 'above 0'],
    ['a rate that is none', { kind: 'bernoulli', rate: 'NaN' }, 'value_out_of_range', 'NaN'],
    [
      'a fraction of many digits',
      { kind: 'fraction', rate: '0.33333333333333333' },
      'value_out_of_range',
      'too many digits',
    ],
    ['size 0', { kind: 'fixed-size', size: 0 }, 'value_out_of_range', 'at least 1'],
    ['half a unit', { kind: 'fixed-size', size: 1.5 }, 'value_out_of_range', 'whole number'],
    ['a size that is none', { kind: 'fixed-size', size: Number.NaN }, 'value_out_of_range', 'whole number'],
    ['a size without end', { kind: 'take', ...order, size: Infinity }, 'value_out_of_range', 'whole number'],
    ['skip by -1', { kind: 'skip', ...order, size: -1 }, 'value_out_of_range', 'at least 1'],
    ['an order of visits', { kind: 'take', ...order, by: 'place', size: 1 }, 'type_mismatch', 'perUnit'],
    ['an order by nothing', { kind: 'take', ...order, by: 'price', size: 1 }, 'unknown_column', 'price'],
    ['strata of visits', strata('place', ['P', '0.5']), 'type_mismatch', 'perUnit'],
    ['strata of any text', strata('open', ['P', '0.5']), 'keys_not_public', 'not listed in the policy'],
    ['a stratum that is no value', strata('group', ['C', '0.5']), 'value_out_of_range', '"C"'],
    ['a stratum twice', strata('group', ['A', '0.5'], ['A', '0.1']), 'value_out_of_range', 'each stratum once'],
    ['no stratum', strata('group'), 'value_out_of_range', 'at least one'],
    ['a stratum spelt in another way', strata('rank', ['5.0', '0.5']), 'value_out_of_range', '"5.0"'],
    ['a rate of a stratum above 1', strata('group', ['A', '2']), 'value_out_of_range', 'at most 1'],
    ['with replacement', { kind: 'with-replacement', size: 2 } as never, 'not_yet_supported', 'fixed-size'],
    ['clusters', { kind: 'cluster', rate: '0.5' } as never, 'not_yet_supported', 'bernoulli'],
    ['every j-th', { kind: 'systematic', step: 3 } as never, 'sampling_unsound', 'bernoulli'],
    ['something else', { kind: 'toString' } as never, 'sampling_unsupported', 'bernoulli'],
  ])('%s', (_name, scheme, code, words) => {
    expect(() => checkedOf(sample(scheme))).toThrow(refused(code, words));
  });

  test.each(['', '-june', '.june', 'june july', 'jüne', 'a/b', 'x'.repeat(65), 'june\n'])('the name %j', name =>
    expect(() => checkedOf(sample({ kind: 'fixed-size', size: 1 }, undefined, name))).toThrow(
      refused('value_out_of_range', 'begin with a letter or digit'),
    ),
  );

  test.each(['j', '2026-11', 'A.b_c-9', 'x'.repeat(64)])('the name %s is one', name =>
    expect(checkedOf(sample({ kind: 'fixed-size', size: 1 }, undefined, name)).input).toMatchObject({ name }),
  );

  test('what is not drawn has no name', () =>
    expect(() => checkedOf(sample({ kind: 'take', ...order, size: 1 }, undefined, 'june'))).toThrow(
      refused('value_out_of_range', 'Leave the name out'),
    ));
});

describe('splits', () => {
  test.each<[string, SplitScheme, string | null, string, string]>([
    ['rates above 1', random(['a', '0.6'], ['b', '0.5']), 'a', 'value_out_of_range', 'at most 1'],
    [
      'rates above 1 by a trifle',
      random(['a', '0.5'], ['b', '0.500000000000000000001']),
      'a',
      'value_out_of_range',
      '',
    ],
    ['a rate of 0', random(['a', '1'], ['b', '0']), 'a', 'value_out_of_range', 'above 0'],
    ['no part', random(), 'a', 'value_out_of_range', 'at least one part'],
    ['a part twice', random(['a', '0.5'], ['a', '0.5']), 'a', 'value_out_of_range', 'must be different'],
    ['a part that is not there', random(['a', '0.5']), 'b', 'value_out_of_range', 'its parts are a'],
    ['the part of nobody', random(['a', '0.5']), null, 'value_out_of_range', 'its parts are a'],
    ['a name of a part', random(['a b', '0.5']), 'a b', 'value_out_of_range', 'begin with'],
    ['neither first nor rest', { kind: 'fixed-size', size: 1 }, 'last', 'value_out_of_range', 'first and rest'],
    ['nothing of a fraction', { kind: 'fraction', rate: '0.5' }, null, 'value_out_of_range', 'first and rest'],
    ['size 0', { kind: 'fixed-size', size: 0 }, 'first', 'value_out_of_range', 'at least 1'],
    ['rate 0', { kind: 'fraction', rate: '0' }, 'first', 'value_out_of_range', 'above 0'],
    ['an order of visits', { kind: 'take-skip', ...order, by: 'place', size: 1 }, 'first', 'type_mismatch', 'perUnit'],
    ['no such key', { kind: 'key', by: 'price' }, 'A', 'unknown_column', 'price'],
    ['any text', { kind: 'key', by: 'open' }, 'A', 'keys_not_public', 'not listed in the policy'],
    ['a value that is none', { kind: 'key', by: 'group' }, 'C', 'value_out_of_range', '"C"'],
    ['a value spelt in another way', { kind: 'key', by: 'rank' }, '05', 'value_out_of_range', '"05"'],
    ['a value out of bounds', { kind: 'key', by: 'rank' }, '201', 'value_out_of_range', '"201"'],
    ['something else', { kind: 'constructor' } as never, 'a', 'sampling_unsupported', 'random'],
  ])('%s', (_name, split, name, code, words) => {
    expect(() => checkedOf(part(split, name))).toThrow(refused(code, words));
  });

  test.each<[string, string | null]>([
    ['0', '0'],
    ['200', '200'],
    ['null', null],
  ])('the part %s of a number', (_name, name) =>
    expect(checkedOf(part({ kind: 'key', by: 'rank' }, name)).input).toMatchObject({
      membership: { kind: 'key', value: name === null ? null : BigInt(name) },
    }),
  );

  test('every part of a split is checked, not only the one that is used', () =>
    expect(() => checkedOf(part(random(['a', '0.5'], ['b', '2']), 'a'))).toThrow(refused('value_out_of_range')));
});

test.each<[string, PlanTable]>([
  ['sample', sample({ kind: 'bernoulli', rate: '0.5' }, scan('unkeyed'))],
  ['split', part({ kind: 'fixed-size', size: 1 }, 'first', scan('unkeyed'))],
  [
    'sample, further out',
    { kind: 'project', input: sample({ kind: 'fixed-size', size: 1 }, scan('unkeyed')), columns: [] },
  ],
])('rows that cannot be told apart cannot be drawn: %s', (_name, table) =>
  expect(() => checkedOf(table)).toThrow(refused('sample_needs_key', '"key"')),
);

test('with or without a draw, the key of a row is its unit', () =>
  expect(checkedOf({ kind: 'project', input: scan('keyed'), columns: [] })).toMatchObject({
    unit: 'id',
    rowsAreUnits: true,
    rowsPerUnit: 1n,
  }));

test('more people than there publicly are', () => {
  const checked = checkedOf(sample({ kind: 'fixed-size', size: 11 }, scan('counted')));
  expect(() => chargedInTurn([checked], [{ epsilon: 1, replace: 1 }], 10)).toThrow(refused('value_out_of_range', '11'));
});

test('draws see the columns of their input, derived ones too', () => {
  const narrow: PlanTable = { kind: 'project', input: scan('people'), columns: ['group'] };
  expect(() => checkedOf(sample({ kind: 'take', ...order, size: 1 }, narrow))).toThrow(refused('unknown_column'));
  const derived: PlanTable = {
    kind: 'derive',
    input: scan('people'),
    columns: [{ name: 'none', expression: { kind: 'isNull', operand: column('rank') } }],
  };
  const drawn = sample({ kind: 'stratified', by: 'none', rates: [{ stratum: 'true', rate: '0.5' }] }, derived);
  expect(checkedOf(drawn).input).toMatchObject({ membership: { thresholds: [{ value: true }] } });
});

const drawnTimes = (times: number): PlanTable =>
  times === 0 ? scan('people') : sample({ kind: 'bernoulli', rate: '0.9' }, drawnTimes(times - 1));

test('ten draws may be made one of the other, and no more: pricing hundreds takes minutes', () => {
  expect(checkedOf(drawnTimes(10)).input).toMatchObject({ place: 9 });
  for (const times of [11, 300]) expect(() => checkedOf(drawnTimes(times))).toThrow(refused('plan_too_large', '10'));
  const parted = part(random(['a', '0.5']), 'a', drawnTimes(10));
  expect(() => checkedOf(parted)).toThrow(refused('plan_too_large', '10'));
});
