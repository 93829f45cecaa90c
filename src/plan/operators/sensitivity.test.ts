/** The most that one unit changes, enumerated. Long because every formula is enumerated in one table. */
import { describe, expect, test } from 'vitest';
import { by, choice, column, compare, number, plan, text } from '../../../test/support/plan-builders.ts';
import { rational } from '../../numerics/index.ts';
import { definePolicy, loadPolicy } from '../../source/index.ts';
import { check } from '../check.ts';
import type { CheckedPlan, GroupResult, PlannedMechanism, Sensitivity } from '../checked-plan.ts';
import { placesOf } from '../costs/shares.ts';
import { canonicalList } from '../expressions/value.ts';
import { greatest } from '../expressions/whole-numbers.ts';
import { meaning } from '../meaning.ts';
import type { Aggregate, Grouping, PlanTable } from '../plan.ts';
import type { RawRow } from './operator.ts';
import {
  distinctSensitivity,
  endsSensitivity,
  productSensitivity,
  quantileSensitivity,
  tallySensitivity,
  totalSensitivity,
  unitsSensitivity,
  weightsSquared,
} from './sensitivity.ts';

const columns = {
  ward: { type: 'category', values: ['A', 'B', 'C'] },
  v: { type: 'integer', min: -1, max: 2 },
} as const;
const policy = await loadPolicy(
  definePolicy({
    source: { engine: 'duckdb', path: 'small.duckdb' },
    tables: {
      visits: { unit: 'id', rowsPerUnit: 2, columns },
      stays: { unit: 'id', rowsPerUnit: 2, columns: { ...columns, ward: { ...columns.ward, perUnit: true } } },
      bounded: { unit: 'id', rowsPerUnit: 3, rowsPerGroup: 2, columns },
      rows: { columns },
    },
    budget: { epsilon: 1 },
    ledger: 'sqlite:small.ledger',
  }),
);

/** Ward C is filtered out, so that a unit may be there and yet count nothing. */
const withoutC = (table: string): PlanTable => ({
  kind: 'where',
  input: { kind: 'scan', table },
  condition: compare(column('ward'), 'notEqual', text('C')),
});

const v = column('v');
const aggregates: readonly Aggregate[] = [
  { kind: 'count', name: 'count' },
  { kind: 'units', name: 'units' },
  { kind: 'countDistinct', name: 'distinct', of: v },
  { kind: 'sum', name: 'sum', of: v },
  { kind: 'variance', name: 'variance', of: v },
  { kind: 'covariance', name: 'covariance', of: v, with: { kind: 'round', operand: v, step: '2' } },
  { kind: 'histogram', name: 'histogram', of: v, edges: ['-1', '0.5', '2'] },
  { kind: 'bounds', name: 'bounds', of: v },
  { kind: 'quantile', name: 'median', of: v, rank: '0.5' },
  { kind: 'quantile', name: 'least', of: v, rank: '0' },
  { kind: 'quantile', name: 'ninth', of: v, rank: '0.9' },
];

const privately: Grouping = { kind: 'private', keys: [{ name: 'ward', expression: column('ward') }] };
const folded: Grouping = {
  kind: 'public',
  keys: [{ name: 'g', expression: choice(compare(v, 'less', number('1')), text('low'), text('high')) }],
};

const row = (ward: string, value: bigint | null): RawRow => ({ id: 'x', ward, v: value });
const rowsOf = (values: readonly (bigint | null)[]): RawRow[] =>
  ['A', 'B'].flatMap(ward => values.map(value => row(ward, value)));
/** Of units with many rows the ends of the range are enough. */
const alphabetOf = (most: number): RawRow[] => rowsOf(most > 3 ? [-1n, 2n] : [-1n, 0n, 2n, null]);

/** All bags of up to `most` rows; a unit that counts nothing stands for the empty one. */
function bags(most: number, alphabet: readonly RawRow[]): RawRow[][] {
  const longer = (bag: RawRow[], from: number): RawRow[][] =>
    bag.length === most
      ? []
      : alphabet.slice(from).flatMap((next, i) => [[...bag, next], ...longer([...bag, next], from + i)]);
  return [[row('C', 2n)], ...longer([], 0)];
}

const key = '0f'.repeat(32);
const other = [row('A', 2n), row('B', null)].map(known => ({ ...known, id: 'other' }));

type Cells = ReadonlyMap<string, readonly bigint[]>;

/** One list of numbers for each group: the statistic itself, its tallies, or how far each candidate misses a rank. */
function cellsOf(groups: readonly GroupResult[], mechanism: PlannedMechanism): Cells {
  const tallies = (result: GroupResult['results'][number], value: bigint): bigint =>
    typeof result === 'bigint' ? result : (result.find(tally => tally.value === value)?.rows ?? 0n);
  // 3 is no value, but the last range of bounds
  const candidates = [-1n, 0n, 1n, 2n, 3n];
  return new Map(
    groups.map(group => {
      const [result, ...also] = placesOf(mechanism).map(place => group.results[place]);
      if (typeof result === 'bigint') return [canonicalList(group.key), [result, ...(also as bigint[])]];
      const rows = candidates.map(value => tallies(result, value));
      return [canonicalList(group.key), mechanism.kind === 'quantile' ? missesOf(rows, mechanism.rank) : rows];
    }),
  );
}

const total = (rows: readonly bigint[]): bigint => rows.reduce((sum, count) => sum + count, 0n);
const largest = (values: readonly bigint[]): bigint => greatest([0n, ...values]);

function missesOf(rows: readonly bigint[], { numerator: a, denominator: b }: rational.Rational): bigint[] {
  const n = total(rows);
  return rows.map((_, i) => largest([b * total(rows.slice(0, i)) - a * n, b * total(rows.slice(i + 1)) - (b - a) * n]));
}

/** Summed over groups; within a group over all entries, but the worst candidate of a quantile. */
function change(one: Cells, two: Cells, kind: PlannedMechanism['kind'], power: 1n | 2n = 1n): bigint {
  const groups = [...new Set([...one.keys(), ...two.keys()])];
  return groups.reduce((sum, group) => {
    const entries = (one.get(group) ?? two.get(group)!).length;
    const [before, after] = [one, two].map(cells => cells.get(group) ?? Array.from({ length: entries }, () => 0n));
    const changes = before.map((value, i) => (value > after[i] ? value - after[i] : after[i] - value));
    const powers = changes.map(each => each ** power);
    return sum + (kind === 'quantile' ? largest(powers) : total(powers));
  }, 0n);
}

/** The largest change that one unit makes to each mechanism, over all pairs of small neighbouring tables. */
function enumerated(checked: CheckedPlan, most: number): Sensitivity[] {
  const answer = (rows: readonly RawRow[]): GroupResult[] =>
    meaning(checked, { [checked.table]: [...other, ...rows] }, key);
  const without = answer([]);
  const each = bags(most, alphabetOf(most)).map(answer);
  return checked.mechanisms.map(mechanism => {
    const base = cellsOf(without, mechanism);
    const units = each.map(groups => cellsOf(groups, mechanism));
    const { kind } = mechanism;
    const [plain, squared] = ([1n, 2n] as const).map(power => ({
      addRemove: largest(units.map(unit => change(base, unit, kind, power))),
      replaceOne: largest(units.flatMap((one, i) => units.slice(i).map(two => change(one, two, kind, power)))),
    }));
    return { ...plain, squared };
  });
}

/** Units of three rows, where two may count: more rows, more values and more groups than are allowed. */
const settings: readonly [string, string, Grouping, number][] = [
  ['no groups', 'visits', { kind: 'none' }, 3],
  ['groups that a unit may change between', 'visits', by('ward'), 3],
  ['groups that no unit leaves', 'stays', by('ward'), 3],
  ['groups by what is added up', 'visits', folded, 3],
  ['private groups', 'visits', privately, 3],
  ['bounded groups', 'bounded', by('ward'), 4],
  ['bounded private groups', 'bounded', privately, 4],
  ['one bounded group', 'bounded', { kind: 'none' }, 3],
  ['rows as units, no groups', 'rows', { kind: 'none' }, 1],
  ['rows as units, groups', 'rows', by('ward'), 1],
];

const bought: readonly Aggregate[] = [
  { kind: 'count', name: 'count' },
  { kind: 'sum', name: 'sum', of: v },
  { kind: 'mean', name: 'mean', of: v },
  { kind: 'covariance', name: 'covariance', of: v, with: { kind: 'round', operand: v, step: '2' } },
];

const noUnits = aggregates.filter(({ kind }) => kind !== 'units');
/** Two of one column are not drawn together. */
const drawnAlone = aggregates.filter(({ kind, name }) => kind === 'quantile' && name !== 'ninth');

const cases = settings.flatMap(([name, table, grouping, most]) => {
  const plain = plan(withoutC(table), aggregates, grouping);
  const means = plan(withoutC(table), [{ kind: 'mean', name: 'mean', of: v }], grouping);
  const variances = plan(withoutC(table), [{ kind: 'variance', name: 'variance', of: v }], grouping);
  const tight = { ...plan(withoutC(table), bought, grouping), interval: { share: '0.2' } };
  return [
    { name, asked: plain },
    { name: `${name}, a mean of both ends`, asked: means },
    { name: `${name}, a variance of joint sums`, asked: variances },
    { name: `${name}, intervals bought`, asked: tight },
    { name: `${name}, quantiles drawn alone`, asked: plan(withoutC(table), drawnAlone, grouping) },
    ...(grouping.kind === 'private'
      ? [{ name: `${name}, no units asked`, asked: plan(withoutC(table), noUnits, grouping) }]
      : []),
  ].map(({ name, asked }) => {
    const checked = check(asked, policy);
    return { name, checked, truth: enumerated(checked, most) };
  });
});

describe('one unit changes what is released by at most its sensitivity', () => {
  test.each(cases)('$name', ({ checked, truth }) => {
    for (const [i, { sensitivity }] of checked.mechanisms.entries()) {
      expect(truth[i].addRemove).toBeLessThanOrEqual(sensitivity.addRemove);
      expect(truth[i].replaceOne).toBeLessThanOrEqual(sensitivity.replaceOne);
      expect(truth[i].squared.addRemove).toBeLessThanOrEqual(sensitivity.squared.addRemove);
      expect(truth[i].squared.replaceOne).toBeLessThanOrEqual(sensitivity.squared.replaceOne);
    }
  });

  const formulaOf = ({ statistics }: CheckedPlan, mechanism: PlannedMechanism): string => {
    if (mechanism.kind === 'quantile' || mechanism.kind === 'quantiles') return mechanism.kind;
    const joint = ['', '', 'ends', 'squares'][placesOf(mechanism).length];
    return joint || statistics[mechanism.statistic].kind;
  };

  const reached = cases.flatMap(({ checked, truth }) =>
    checked.mechanisms.map((mechanism, i) => ({
      formula: formulaOf(checked, mechanism),
      addRemove: truth[i].addRemove === mechanism.sensitivity.addRemove,
      replaceOne: truth[i].replaceOne === mechanism.sensitivity.replaceOne,
      squared: truth[i].squared.addRemove === mechanism.sensitivity.squared.addRemove,
    })),
  );

  const formulas =
    'rows units shown chosen total weighted values distinct quantile quantiles product ends squares'.split(' ');
  test.each(formulas)('some unit reaches it: less would be wrong for %s', formula => {
    expect(reached.some(found => found.formula === formula && found.addRemove)).toBe(true);
    expect(reached.some(found => found.formula === formula && found.squared)).toBe(true);
    // whole units are counted in several groups only, and here are no four to leave and enter
    if (!['shown', 'chosen'].includes(formula))
      expect(reached.some(found => found.formula === formula && found.replaceOne)).toBe(true);
  });
});

test('weightsSquared is the most that squares of whole weights add up to', () => {
  const most = (left: bigint, perGroup: bigint): bigint => {
    if (left === 0n) return 0n;
    const first = Array.from({ length: Number(left < perGroup ? left : perGroup) }, (_, i) => BigInt(i + 1));
    return greatest(first.map(weight => weight ** 2n + most(left - weight, weight)));
  };
  for (let k = 1n; k <= 12n; k++) {
    for (let m = 1n; m <= k; m++) expect(weightsSquared({ rowsPerUnit: k, rowsPerGroup: m })).toBe(most(k, m));
    expect(weightsSquared({ rowsPerUnit: k })).toBe(k ** 2n);
  }
});

describe('the formulas', () => {
  const { grouping: none } = check(plan(withoutC('visits')), policy);
  const { grouping: wards } = check(plan(withoutC('visits'), aggregates, by('ward')), policy);
  test('one group', () => {
    expect(totalSensitivity({ low: -3n, high: 5n }, none, { rowsPerUnit: 10n })).toMatchObject({
      addRemove: 50n,
      replaceOne: 80n,
    });
    expect(totalSensitivity({ low: 2n, high: 5n }, none, { rowsPerUnit: 10n })).toMatchObject({
      addRemove: 50n,
      replaceOne: 50n,
    });
    expect(totalSensitivity({ low: 0n, high: 0n }, none, { rowsPerUnit: 10n })).toMatchObject({
      addRemove: 1n,
      replaceOne: 1n,
    });
    expect(unitsSensitivity(none)).toMatchObject({ addRemove: 1n, replaceOne: 1n });
    expect(distinctSensitivity(none, { rowsPerUnit: 10n })).toMatchObject({ addRemove: 10n, replaceOne: 10n });
    expect(distinctSensitivity(wards, { rowsPerUnit: 10n }).squared).toEqual({ addRemove: 100n, replaceOne: 200n });
    const [one, other] = [
      { low: -3n, high: 5n },
      { low: 1n, high: 2n },
    ];
    expect(productSensitivity(one, 'itself', none, { rowsPerUnit: 10n })).toMatchObject({
      addRemove: 2500n,
      replaceOne: 2500n,
    });
    expect(productSensitivity(one, other, none, { rowsPerUnit: 10n })).toMatchObject({
      addRemove: 1000n,
      replaceOne: 1600n,
    });
    expect(quantileSensitivity(rational.fromDecimal('0.25'), none, 2n)).toMatchObject({
      addRemove: 6n,
      replaceOne: 8n,
    });
  });
  test('several groups', () => {
    expect(totalSensitivity({ low: -3n, high: 5n }, wards, { rowsPerUnit: 10n })).toMatchObject({
      addRemove: 50n,
      replaceOne: 100n,
    });
    expect(unitsSensitivity(wards)).toEqual({
      addRemove: 2n,
      replaceOne: 4n,
      squared: { addRemove: 2n, replaceOne: 4n },
    });
    expect(totalSensitivity({ low: -3n, high: 5n }, wards, { rowsPerUnit: 10n }).squared).toEqual({
      addRemove: 2500n,
      replaceOne: 10000n,
    });
    expect(totalSensitivity({ low: 0n, high: 5n }, wards, { rowsPerUnit: 10n }).squared).toEqual({
      addRemove: 2500n,
      replaceOne: 5000n,
    });
    expect(tallySensitivity({ rowsPerUnit: 10n })).toMatchObject({ addRemove: 10n, replaceOne: 20n });
    expect(endsSensitivity(8n, { rowsPerUnit: 10n })).toEqual({
      addRemove: 80n,
      replaceOne: 160n,
      squared: { addRemove: 6400n, replaceOne: 12_800n },
    });
    expect(endsSensitivity(8n, { rowsPerUnit: 10n, rowsPerGroup: 4n }).squared.addRemove).toBe(
      8n ** 2n * (16n + 16n + 4n),
    );
    const signed = { low: -3n, high: 5n };
    expect(productSensitivity(signed, 'itself', wards, { rowsPerUnit: 10n })).toMatchObject({
      addRemove: 2500n,
      replaceOne: 5000n,
    });
  });
});
