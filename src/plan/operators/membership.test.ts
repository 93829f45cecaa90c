/** Who is drawn, against the plainest reading of each rule; and that hashes decide as often as the rate says. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkedOf, part, peoplePolicy, sample } from '../../../test/support/people.ts';
import { plan, scan } from '../../../test/support/plan-builders.ts';
import { rational } from '../../numerics/index.ts';
import { check } from '../check.ts';
import type { CheckedTable } from '../checked-plan.ts';
import { meaning, rowsOf } from '../meaning.ts';
import type { PlanTable } from '../plan.ts';
import { drawHash } from './membership.ts';
import type { RawRow } from './operator.ts';

const KEYS = ['0f'.repeat(32), 'a1'.repeat(32), '77'.repeat(32)];
const hashOf = (place: number, unit: string) => drawHash(KEYS[place], unit);
const ids = ['7', '12', 'Äpfel', 'apfel', '2020-01-31', '😀', 'Z', 'a b', '6f1b3c5a-0d0e-4c3b-8a8e-000000000001', '-1'];
const people: readonly RawRow[] = ids.map((id, i) => ({
  id,
  group: i % 3 === 0 ? 'A' : i % 3 === 1 ? 'B' : null,
  rank: i === 4 ? null : BigInt(i % 4),
  place: i % 2 === 0 ? 'P' : 'Q',
  open: id,
}));

const unitsOf = (table: PlanTable, rows: readonly RawRow[] = people): string[] => {
  const { input } = checkedOf(table);
  return [...new Set(rowsOf(input, { people: rows }, hashOf).map(({ unit }) => unit))].sort();
};

/** The hash as anybody can compute it who has the key. */
const digest = (unit: string, key = KEYS[0]) =>
  createHash('sha256')
    .update(Buffer.from(`${key}:${unit}`, 'utf8'))
    .digest('hex');
const share = (unit: string) => Number(BigInt(`0x${digest(unit).slice(0, 16)}`)) / 2 ** 64;
const byHash = [...ids].sort((one, other) => (digest(one) < digest(other) ? -1 : 1));
const sorted = (units: readonly string[]) => [...units].sort();

describe('samples', () => {
  test.each(['0.1', '0.5', '0.75', '1'])('bernoulli %s: hashes below the rate', rate =>
    expect(unitsOf(sample({ kind: 'bernoulli', rate }))).toEqual(sorted(ids.filter(id => share(id) < Number(rate)))),
  );

  test.each([1, 4, 10, 11])('fixed size %d: the smallest hashes', size =>
    expect(unitsOf(sample({ kind: 'fixed-size', size }))).toEqual(sorted(byHash.slice(0, size))),
  );

  test.each([
    ['0.05', 0],
    ['0.25', 2],
    ['0.3', 3],
    ['0.999', 9],
    ['1', 10],
  ])('fraction %s: so many of ten, exactly', (rate, size) =>
    expect(unitsOf(sample({ kind: 'fraction', rate }))).toEqual(sorted(byHash.slice(0, size))),
  );

  test('strata have rates of their own; null and what is not listed is left out', () => {
    const rates = [{ stratum: 'B', rate: '0.6' }];
    expect(unitsOf(sample({ kind: 'stratified', by: 'group', rates }))).toEqual(
      sorted(ids.filter((id, i) => i % 3 === 1 && share(id) < 0.6)),
    );
  });

  test.each([false, true])(
    'take and skip: by value, null last, ties by the bytes of the id; descending %s',
    descending => {
      const ranks = ids.map((id, i) => ({ id, rank: i === 4 ? undefined : i % 4, bytes: Buffer.from(id) }));
      const ordered = ranks.sort((one, other) => {
        if (one.rank === undefined || other.rank === undefined) return one.rank === undefined ? 1 : -1;
        return (descending ? other.rank - one.rank : one.rank - other.rank) || Buffer.compare(one.bytes, other.bytes);
      });
      for (const size of [1, 3, 4, 9, 10, 12]) {
        const scheme = { by: 'rank', descending, size } as const;
        const first = ordered.slice(0, size).map(({ id }) => id);
        expect(unitsOf(sample({ kind: 'take', ...scheme }))).toEqual(sorted(first));
        expect(unitsOf(sample({ kind: 'skip', ...scheme }))).toEqual(sorted(ids.filter(id => !first.includes(id))));
      }
    },
  );
});

describe('splits', () => {
  const random = {
    kind: 'random',
    parts: [
      { name: 'a', rate: '0.3' },
      { name: 'b', rate: '0.2' },
      { name: 'c', rate: '0.5' },
    ],
  } as const;

  test('random: intervals one behind the other, everybody in exactly one', () => {
    const parts = ['a', 'b', 'c'].map(name => unitsOf(part(random, name)));
    expect(parts[1]).toEqual(sorted(ids.filter(id => share(id) >= 0.3 && share(id) < 0.5)));
    expect(sorted(parts.flat())).toEqual(sorted(ids));
  });

  test('parts meet without gap or overlap, whatever the rates', () => {
    const thirds = {
      kind: 'random',
      parts: ['a', 'b', 'c'].map(name => ({ name, rate: '0.3333333333333333' })),
    } as const;
    const memberships = ['a', 'b', 'c'].map(
      name => (checkedOf(part(thirds, name)).input as Extract<CheckedTable, { kind: 'part' }>).membership,
    );
    expect(memberships).toMatchObject([{ from: 0n }, {}, {}]);
    for (const [one, next] of [memberships.slice(0, 2), memberships.slice(1)])
      expect('to' in one && 'from' in next && one.to === next.from).toBe(true);
  });

  test.each<[string, Parameters<typeof part>[0]]>([
    ['fixed size', { kind: 'fixed-size', size: 4 }],
    ['fraction', { kind: 'fraction', rate: '0.4' }],
    ['take and skip', { kind: 'take-skip', by: 'rank', descending: false, size: 4 }],
  ])('%s: the rest is everybody else', (_name, split) => {
    const [first, rest] = ['first', 'rest'].map(name => unitsOf(part(split, name)));
    expect(first).toHaveLength(4);
    expect(sorted([...first, ...rest])).toEqual(sorted(ids));
  });

  test('by a key: rows and not units; null is a part', () => {
    const split = { kind: 'key', by: 'place' } as const;
    const both = [...people, { ...people[0], place: 'Q' }, { ...people[1], place: 'elsewhere' }];
    expect(unitsOf(part(split, 'P'), both)).toEqual(sorted(ids.filter((_, i) => i % 2 === 0)));
    expect(unitsOf(part(split, 'Q'), both)).toEqual(sorted(ids.filter((_, i) => i % 2 === 1 || i === 0)));
    expect(unitsOf(part(split, null), both)).toEqual(['12']);
  });
});

test('a draw of a draw has its own key, and sees whom the first one left', () => {
  const half = (input?: PlanTable) => sample({ kind: 'fixed-size', size: 5 }, input);
  const second = byHash.slice(0, 5).sort((one, other) => (digest(one, KEYS[1]) < digest(other, KEYS[1]) ? -1 : 1));
  expect(unitsOf(sample({ kind: 'fixed-size', size: 2 }, half()))).toEqual(sorted(second.slice(0, 2)));
});

test('whole units are kept, with all their rows', () => {
  const many = people.flatMap(row => [row, { ...row, place: 'P' }, { ...row, place: 'Q' }]);
  const checked = checkedOf(sample({ kind: 'fixed-size', size: 4 }));
  expect(meaning(checked, { people: many }, KEYS[2], KEYS)).toEqual([{ key: [], results: [12n] }]);
});

test('who is drawn does not depend on what is asked', () => {
  // two visits that contradict each other, in both of the columns that the question mentions
  const torn = [
    { id: byHash[0], group: 'A', rank: 2n },
    { id: byHash[0], group: 'B', rank: 1n },
  ];
  const rows = [...people.filter(({ id }) => id !== byHash[0]), ...torn];
  const drawn = sample({ kind: 'fixed-size', size: 3 });
  const group = { name: 'group', expression: { kind: 'column', name: 'group' } } as const;
  const rank = { name: 'rank', expression: { kind: 'column', name: 'rank' } } as const;
  const asked = check(plan(drawn, undefined, { kind: 'private', keys: [group, rank] }), peoplePolicy);
  const units = new Set(rowsOf(asked.input, { people: rows }, hashOf).map(({ unit }) => unit));
  expect([...units].sort()).toEqual(sorted(byHash.slice(0, 3)));
});

test('a table whose rows are units is drawn by its key', () => {
  const checked = checkedOf(sample({ kind: 'fixed-size', size: 2 }, scan('keyed')));
  expect(checked).toMatchObject({ unit: 'id', rowsPerUnit: 1n });
  expect(meaning(checked, { keyed: people }, KEYS[2], KEYS)).toEqual([{ key: [], results: [2n] }]);
});

describe('chance, with a test that would notice a wrong rate', () => {
  const crowd = Array.from({ length: 20_000 }, (_, i) => ({ id: BigInt(i), group: null, rank: null }));
  const drawn = (place: number, rate: string) => {
    const { input } = checkedOf(sample({ kind: 'bernoulli', rate }));
    const own = (_: number, unit: string) => hashOf(place, unit);
    return new Set(rowsOf(input, { people: crowd }, own).map(({ unit }) => unit));
  };
  /** Standard deviations from so many of the crowd at this rate. */
  const deviation = (count: number, rate: number) =>
    (count - crowd.length * rate) / Math.sqrt(crowd.length * rate * (1 - rate));

  test('inclusion', () => {
    const { size } = drawn(0, '0.1');
    expect(Math.abs(deviation(size, 0.1))).toBeLessThan(4);
    expect(Math.abs(deviation(size, 0.11))).toBeGreaterThan(4);
  });

  test('two keys are independent, one key is not', () => {
    const [one, other] = [drawn(0, '0.3'), drawn(1, '0.3')];
    const both = [...one].filter(unit => other.has(unit)).length;
    expect(Math.abs(deviation(both, 0.09))).toBeLessThan(4);
    expect(Math.abs(deviation(one.size, 0.09))).toBeGreaterThan(4);
  });

  test('neighbouring ids are independent', () => {
    const one = drawn(0, '0.3');
    const pairs = [...one].filter(unit => one.has(String(Number(unit) + 1))).length;
    expect(Math.abs(deviation(pairs, 0.09))).toBeLessThan(4);
  });
});

test('so many of a fraction is exact where doubles are not', () => {
  const { numerator, denominator } = rational.fromDecimal('0.29');
  expect(Math.floor(0.29 * 100)).toBe(28);
  expect((numerator * 100n) / denominator).toBe(29n);
  const hundred = Array.from({ length: 100 }, (_, i) => ({ id: BigInt(i), group: null, rank: null }));
  expect(unitsOf(sample({ kind: 'fraction', rate: '0.29' }), hundred)).toHaveLength(29);
});
