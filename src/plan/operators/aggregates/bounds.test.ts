import { expect, test } from 'vitest';
import { column, plan, scan } from '../../../../test/support/plan-builders.ts';
import { definePolicy, loadPolicy } from '../../../source/index.ts';
import { check } from '../../check.ts';
import type { CheckedAggregate, CheckedPlan, GroupResult } from '../../checked-plan.ts';
import { greatest } from '../../expressions/whole-numbers.ts';
import { meaning } from '../../meaning.ts';
import { releasedScalar } from '../../post-processing.ts';
import type { RawRow, RawValue } from '../operator.ts';

const K = 2;
const policy = await loadPolicy(
  definePolicy({
    source: { engine: 'duckdb', path: 'small.duckdb' },
    tables: {
      visits: {
        unit: 'id',
        rowsPerUnit: K,
        columns: {
          whole: { type: 'integer' },
          fives: { type: 'integer', step: 5 },
          cents: { type: 'number', step: 0.01 },
          known: { type: 'integer', min: -3, max: 100 },
          one: { type: 'integer', min: 7, max: 7 },
          day: { type: 'date' },
          moment: { type: 'timestamp' },
          free: { type: 'number' },
          town: { type: 'text' },
          urgent: { type: 'boolean' },
        },
      },
    },
    budget: { epsilon: 1 },
    ledger: 'sqlite:small.ledger',
  }),
);

const NAMES = ['whole', 'fives', 'cents', 'known', 'one', 'day', 'moment'] as const;

type Bounds = Extract<CheckedAggregate, { readonly kind: 'bounds' }>;

const asked = (name: string): CheckedPlan =>
  check(plan(scan('visits'), [{ kind: 'bounds', name: 'b', of: column(name) }]), policy);
const checked = new Map(NAMES.map(name => [name as string, asked(name)]));
const boundsOf = (name: string): Bounds => checked.get(name)!.aggregates[0] as Bounds;
const shown = (name: string): unknown[][] => {
  const { ranges, values } = boundsOf(name);
  return ranges.map(({ low, high }) => [low, high].map(end => releasedScalar(end, values)));
};

test.each(NAMES)('the ranges of %s follow one another without a gap', name => {
  const { ranges } = boundsOf(name);
  for (const [i, { low, high }] of ranges.entries()) {
    expect(high >= low).toBe(true);
    if (i > 0) expect(low).toBe(ranges[i - 1].high + 1n);
  }
});

test('powers of two of the step on both sides of 0, as far as a policy may go', () => {
  expect(shown('whole')).toContainEqual([5, 8]);
  expect(shown('whole')).toContainEqual([-8, -5]);
  expect(shown('fives')).toContainEqual([15, 20]);
  expect(shown('cents')).toContainEqual([0.05, 0.08]);
  expect(shown('whole').filter(([low, high]) => Math.abs(Number(low)) <= 1 || Math.abs(Number(high)) <= 1)).toEqual([
    [-1, -1],
    [0, 0],
    [1, 1],
  ]);
  expect([shown('whole')[0][0], shown('whole').at(-1)![1]]).toEqual([-(2 ** 49), 2 ** 49]);
});

test('bounds that there are already are the outermost', () => {
  expect(shown('known')).toEqual([
    [-3, -3],
    [-2, -2],
    [-1, -1],
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 8],
    [9, 16],
    [17, 32],
    [33, 64],
    [65, 100],
  ]);
  expect(shown('one')).toEqual([[7, 7]]);
});

test('years of people, and one range before and after', () => {
  expect(shown('day')).toContainEqual(['2024-01-01', '2024-12-31']);
  expect(shown('day')[0]).toEqual(['0001-01-01', '1799-12-31']);
  expect(shown('day').at(-1)).toEqual(['2200-01-01', '9999-12-31']);
  expect(shown('moment')).toContainEqual(['2024-01-01T00:00:00.000000Z', '2024-12-31T23:59:59.999999Z']);
});

/** How many rows each range has. */
function counted(name: string, rows: readonly RawRow[]): readonly bigint[] {
  const [group] = meaning(checked.get(name)!, { visits: rows }, '0f'.repeat(32)) as GroupResult[];
  const tallies = group?.results[0] as readonly { readonly value: bigint; readonly rows: bigint }[] | undefined;
  return boundsOf(name).ranges.map((_, i) => tallies?.find(({ value }) => value === BigInt(i))?.rows ?? 0n);
}

const rowsOf = (id: string, name: string, values: readonly RawValue[]): RawRow[] =>
  values.map(value => ({ id, [name]: value }));

test.each(['whole', 'fives', 'known', 'day', 'moment'] as const)('every end of a range of %s lies in it', name => {
  const { ranges, values } = boundsOf(name);
  const raw = (steps: bigint): bigint => steps * values.step.numerator;
  for (const [place, { low, high }] of ranges.entries())
    for (const end of [low, high]) {
      const found = counted(name, rowsOf('p', name, [raw(end)]));
      expect(found.findIndex(rows => rows > 0n)).toBe(place);
    }
});

test('what no policy could bound lies in no range, like what is no number', () => {
  const places = (value: RawValue) => counted('cents', rowsOf('p', 'cents', [value])).map(Number);
  expect(places(2 ** 49 / 100).at(-1)).toBeGreaterThan(0);
  expect(places(-(2 ** 49) / 100)[0]).toBeGreaterThan(0);
  for (const nothing of [Infinity, -Infinity, 1e300, -(2 ** 50) / 100, Number.NaN, null, 'abc'])
    expect(places(nothing).every(rows => rows === 0)).toBe(true);
});

test('endless values are clamped to bounds that there are already', () => {
  const { length } = boundsOf('known').ranges;
  const place = (value: RawValue) => counted('known', rowsOf('p', 'known', [value])).findIndex(rows => rows > 0n);
  expect([place(Infinity), place(-Infinity)]).toEqual([length - 1, 0]);
});

/** Units of up to three rows, where two may count, anywhere: within a range, in several, at the ends, and nowhere. */
const ALPHABET: Readonly<Record<string, readonly RawValue[]>> = {
  whole: [0n, 3n, 4n, -5n, 2n ** 62n, null],
  cents: [0.011, -0.04, Infinity, Number.NaN, 1e6],
  day: [0n, 1n, 400n, -80_000n, null],
};

const bags = (values: readonly RawValue[]): RawValue[][] => {
  const longer = (bag: RawValue[], from: number): RawValue[][] =>
    bag.length === 3
      ? []
      : values.slice(from).flatMap((next, i) => [[...bag, next], ...longer([...bag, next], from + i)]);
  return [[], ...longer([], 0)];
};

test.each(Object.keys(ALPHABET))('one unit changes all ranges of %s together by k rows, and replaced by 2k', name => {
  const { mechanisms, statistics } = checked.get(name)!;
  const others = rowsOf('other', name, ALPHABET[name].slice(0, 2));
  const without = counted(name, others);
  const units = bags(ALPHABET[name]).map(bag => counted(name, [...others, ...rowsOf('p', name, bag)]));
  const change = (one: readonly bigint[], two: readonly bigint[]): bigint =>
    one.reduce((sum, rows, i) => sum + (rows > two[i] ? rows - two[i] : two[i] - rows), 0n);
  const { resolution } = statistics[0];
  const { sensitivity } = mechanisms[0];
  expect(sensitivity).toMatchObject({ addRemove: BigInt(K) * resolution, replaceOne: 2n * BigInt(K) * resolution });
  // thirds are cut, so that three rows in three ranges add up to a little less
  expect(greatest(units.map(unit => change(without, unit)))).toBe(sensitivity.addRemove);
  expect(greatest(units.flatMap((one, i) => units.slice(i).map(two => change(one, two))))).toBe(sensitivity.replaceOne);
});

test.each([
  ['text', 'town', 'type_mismatch'],
  ['truth values', 'urgent', 'type_mismatch'],
  ['a number without a step', 'free', 'bound_missing'],
  ['no column', 'nobody', 'unknown_column'],
])('refused for %s', (_, name, code) => expect(() => asked(name)).toThrow(expect.objectContaining({ code })));
