import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';
import { countsOf, exactRate, failureChance, guarantee } from '../release/rates/index.ts';

let folder: string;

const WARDS: Readonly<Record<string, number>> = { A: 300, B: 250, C: 40, D: 2 };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-release-'));
  const rows = Object.entries(WARDS).flatMap(([ward, count]) =>
    Array.from({ length: count }, (_, row) => `${ward},${row % 2 === 0 ? 'f' : 'm'},${row % 90}`),
  );
  await writeFile(join(folder, 'people.csv'), ['ward,sex,age', ...rows].join('\n'));
  await writeFile(join(folder, 'empty.csv'), 'ward,sex\n');
  await writeFile(join(folder, 'one.csv'), 'ward,sex\nA,f\n');
  await writeFile(
    join(folder, 'distinct.csv'),
    ['ward', ...Array.from({ length: 500 }, (_, row) => `w${row}`)].join('\n'),
  );
  await writeFile(join(folder, 'wards.csv'), 'A;one\nB;one\nC;two\nD;two\n');
});

const PROMISE = ['--epsilon', '1', '--delta', '0.01'];
const audited = (file: string, ...words: string[]) =>
  run(['release', 'audit', join(folder, file), ...PROMISE, ...words]);

test('an audit tells the verdict, the rates, the values in the way and what would help', async () => {
  const { exit, out } = await audited('people.csv', '--columns', 'ward', '--json');
  expect(exit).toBe(0);
  const found = JSON.parse(out);
  const table = countsOf(Object.values(WARDS));
  const promised = guarantee({ epsilon: 1, delta: 0.01 });
  expect(found).toMatchObject({
    rows: 592,
    distinct: 4,
    rare: 1,
    anonymity: 2,
    unique: 0,
    verdict: 'safe',
    rate: 0.05,
    rateFromData: true,
    exactRate: exactRate(table, promised),
    deltaAtRate: failureChance(table, promised)(0.05),
    custodianOnly: true,
  });
  expect(found.rare + found.infrequent + found.common).toBe(4);
  expect(found.theoremRate).toBeLessThan(found.exactRate);
  expect(found.worst[0]).toMatchObject({ value: { ward: 'D' }, count: 2 });
  expect(found.worst[0].costsRate).toBeCloseTo(exactRate(countsOf([300, 250, 40]), promised) - found.exactRate, 12);
});

test('a rate that is given is judged, and a person reads the verdict first', async () => {
  const unsafe = await audited('people.csv', '--columns', 'ward', '--rate', '0.3');
  expect(unsafe.out).toMatch(/^UNSAFE\. A sample at rate 0\.3 /);
  expect(unsafe.out).toContain('For the custodian only');
  const { verdict, deltaAtRate } = JSON.parse(
    (await audited('people.csv', '--columns', 'ward', '--rate', '0.3', '--json')).out,
  );
  expect(verdict).toBe('unsafe');
  expect(deltaAtRate).toBeGreaterThan(0.01);
  const safe = await audited('people.csv', '--columns', 'ward', '--rate', '0.03');
  expect(safe.out).toMatch(/^SAFE at rate 0\.03\. /);
  expect(safe.out).not.toContain('chosen from the data');
});

test('a coarser table bears a larger rate, and a suggestion says how large', async () => {
  const { suggestions, exactRate: before } = JSON.parse(
    (await audited('people.csv', '--columns', 'age,sex', '--json')).out,
  );
  const range = suggestions.find(({ rule }: { rule: string }) => rule === 'range:10');
  expect(range.exactRate).toBeGreaterThan(1.1 * before);
  const coarser = JSON.parse(
    (await audited('people.csv', '--columns', 'age,sex', '--coarsen', 'age=range:10', '--json')).out,
  );
  expect(coarser).toMatchObject({ distinct: range.distinct, exactRate: range.exactRate });
  const listed = JSON.parse(
    (
      await audited(
        'people.csv',
        '--columns',
        'ward',
        '--coarsen',
        `ward=hierarchy:${join(folder, 'wards.csv')}:1`,
        '--json',
      )
    ).out,
  );
  expect(listed).toMatchObject({ distinct: 2, anonymity: 42 });
});

test('a household is harder to hide than a person', async () => {
  const one = JSON.parse((await audited('people.csv', '--columns', 'sex', '--json')).out);
  const three = JSON.parse((await audited('people.csv', '--columns', 'sex', '--unknown-rows', '3', '--json')).out);
  expect(three.exactRate).toBeLessThan(one.exactRate);
});

test('where all values are distinct no rate is safe, and it is said why', async () => {
  for (const file of ['distinct.csv', 'one.csv']) {
    const { out } = await audited(file, '--columns', 'ward');
    expect(out).toMatch(/^UNSAFE\. No rate is safe: .* occur only once/);
  }
});

test.each([
  [['people.csv', '--columns', 'ward,town'], 'unknown_column'],
  [['people.csv', '--columns', 'ward', '--unit', 'name'], 'unknown_column'],
  [['people.csv', '--columns', 'ward', '--coarsen', 'sex=prefix:1'], 'unknown_column'],
  [['people.csv', '--columns', 'ward,ward'], 'name_taken'],
  [['people.csv', '--columns', 'ward', '--rate', '0'], 'value_out_of_range'],
  [['people.csv', '--columns', 'ward', '--rate', '1'], 'value_out_of_range'],
  [['people.csv', '--columns', 'ward', '--delta', '0'], 'value_out_of_range'],
  [['people.csv', '--columns', 'ward', '--epsilon', 'NaN'], 'value_out_of_range'],
  [['empty.csv', '--columns', 'ward'], 'table_empty'],
  [['nowhere.csv', '--columns', 'ward'], 'file_unreadable'],
])('%j is refused with %s', async ([file, ...words], code) => {
  const { exit, out } = await audited(file, ...words, '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([1, code]);
});

test.each([[[]], [['--columns', 'ward', '--coarsen', 'ward=blur:3']]])(
  'with %j the command is not understood',
  async words => {
    const { exit } = await audited('people.csv', ...words);
    expect(exit).toBe(2);
  },
);
