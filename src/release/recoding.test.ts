import { expect, test } from 'vitest';
import type { CoarsenedColumn } from '../engine/index.ts';
import { limitsFor, widthsFor } from './cut-points.ts';
import { exactRate } from './rates/exact-rate.ts';
import { guarantee } from './rates/guarantee.ts';
import { countsOf } from './rates/table-counts.ts';
import { findRecoding, type ScaledColumn, scalesOf } from './recoding.ts';

const textsOf = (rules: readonly (readonly [string, unknown])[]) => rules.map(([text]) => text);

test('cut points are round, lie within the range, and go from fine to coarse', () => {
  const ages = { min: 18, max: 90, whole: true };
  expect(textsOf(widthsFor(ages))).toEqual(['range:2', 'range:5', 'range:10', 'range:20']);
  expect(textsOf(limitsFor(ages))).toEqual(['top:80', 'top:60', 'top:50', 'top:40', 'top:30']);
  const incomes = { min: 900, max: 45_899, whole: true };
  expect(textsOf(widthsFor(incomes))).toEqual([
    'range:500',
    'range:1000',
    'range:2000',
    'range:5000',
    'range:10000',
    'range:20000',
  ]);
  expect(textsOf(limitsFor(incomes)).slice(0, 3)).toEqual(['top:40000', 'top:30000', 'top:20000']);
  expect(textsOf(widthsFor({ min: 1, max: 5, whole: true }))).toEqual(['range:2']);
  expect(textsOf(widthsFor({ min: 0, max: 1, whole: false }))[0]).toBe('range:0.01');
});

test.each([
  { min: 0, max: 1e-12, whole: false },
  { min: -5, max: -1, whole: true },
  { min: 0, max: 1e300, whole: true },
  { min: -1e14, max: 1e14, whole: true },
  { min: 0, max: 1, whole: true },
])('whatever the range, %j, there are few rules and each is a number', range => {
  for (const rules of [widthsFor(range), limitsFor(range)]) {
    expect(rules.length).toBeLessThanOrEqual(8);
    for (const [text] of rules) expect(text).toMatch(/^(range|top):-?\d+(\.\d+)?(e-\d+)?$/);
  }
});

/** A table in memory, of two numbers and a name. */
const ROWS = Array.from({ length: 4000 }, (_, i) => [i % 60, (i * 7) % 500, i < 1 ? 'island' : 'main'] as const);
const NAMES = ['age', 'income', 'place'];

const recoded = (value: string | number, rules: CoarsenedColumn['rules']) =>
  rules.reduce<string | number>((held, rule) => {
    if (rule.kind === 'range') return Math.floor(Number(held) / rule.width) * rule.width;
    return rule.kind === 'top' ? Math.min(Number(held), rule.most) : held;
  }, value);

const tableOf = (version: readonly CoarsenedColumn[]) => {
  const counted = new Map<string, number>();
  for (const row of ROWS) {
    const key = version.map(({ name, rules }) => recoded(row[NAMES.indexOf(name)], rules)).join();
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  return countsOf([...counted.values()]);
};

const count = async (versions: readonly (readonly CoarsenedColumn[])[]) => versions.map(tableOf);
const promised = guarantee({ epsilon: 1, delta: 0.01 });
const scaled: readonly ScaledColumn[] = scalesOf(
  NAMES,
  new Map([
    ['age', 'number'],
    ['income', 'number'],
    ['place', 'text'],
  ]),
  new Map([
    ['age', { min: 0, max: 59, whole: true }],
    ['income', { min: 0, max: 499, whole: true }],
  ]),
);

test('several columns together reach a rate that none reaches alone, and no finer rule would do', async () => {
  const rate = 0.05;
  const found = await findRecoding(scaled, promised, rate, { count, confirm: count });
  expect(found).toMatchObject({ columns: ['age', 'income'] });
  const versions = NAMES.filter(name => found?.columns.includes(name)).map(name => ({
    name,
    rules: (found?.coarsen ?? '').split(',').flatMap(word => {
      const [, column, kind, number] = /^(\w+)=(\w+):(.+)$/.exec(word) ?? [];
      if (column !== name) return [];
      return [
        kind === 'top'
          ? { kind: 'top' as const, most: Number(number) }
          : { kind: 'range' as const, width: Number(number) },
      ];
    }),
  }));
  const table = tableOf(versions);
  expect(exactRate(table, promised)).toBe(found?.exactRate);
  expect(table.distinct).toBe(found?.distinct);
  expect(found?.exactRate).toBeGreaterThanOrEqual(rate);
  // without any one of its rules it is not enough
  for (const [place, { rules }] of versions.entries())
    for (const rule of rules) {
      const finer = versions.map((each, i) =>
        i === place ? { ...each, rules: rules.filter(one => one !== rule) } : each,
      );
      expect(exactRate(tableOf(finer), promised)).toBeLessThan(rate);
    }
});

test('what does not stand a second count is not suggested, nor a table of one value', async () => {
  const deny = async (versions: readonly unknown[]) => versions.map(() => countsOf([1, 4000]));
  expect(await findRecoding(scaled, promised, 0.05, { count, confirm: deny })).toBeUndefined();
  const one = async (versions: readonly unknown[]) => versions.map(() => countsOf([4000]));
  expect(await findRecoding(scaled, promised, 0.05, { count: one, confirm: one })).toBeUndefined();
  expect(await findRecoding(scaled, promised, 0.999999, { count, confirm: count })).toBeUndefined();
});
