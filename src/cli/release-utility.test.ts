import { statSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run } from '../../test/support/command.ts';

let folder: string;

/** Every fifth row is drawn, so that the sample's shares are known. */
const ROWS = Array.from({ length: 500 }, (_, row) => [
  row < 300 ? 'A' : row < 495 ? 'B' : '<b>C</b>',
  String(row % 50),
  row % 2 === 0 ? 'f' : 'm',
]);
const isDrawn = (row: number): boolean => row % 5 === 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortition-release-utility-'));
  const write = (name: string, rows: readonly (readonly string[])[]) =>
    writeFile(join(folder, name), [['ward', 'age', 'sex'], ...rows].map(row => row.join(',')).join('\n'));
  await write('people.csv', ROWS);
  await write(
    'sample.csv',
    ROWS.filter((_, row) => isDrawn(row)),
  );
  await write('stranger.csv', [['D', '3', 'f']]);
});

const compared = (sample: string, ...words: string[]) =>
  run(['release', 'utility', join(folder, sample), join(folder, 'people.csv'), ...words]);

test('columns and pairs are compared, beside what chance alone would do', async () => {
  const found = JSON.parse((await compared('sample.csv', '--json')).out);
  expect(found).toMatchObject({ rows: 500, sampleRows: 100, custodianOnly: true });
  const [ward, age, sex] = found.columns;
  // shares 0.6, 0.39, 0.01 of the table are 0.6, 0.39, 0.01 of the sample; of 50 ages only 10 are drawn
  expect(ward).toMatchObject({ column: 'ward', cells: 3, quantiles: [] });
  expect(ward.totalVariation).toBeCloseTo(0, 12);
  expect(ward.expected).toBeGreaterThan(0.03);
  expect(age.totalVariation).toBeCloseTo(0.8, 12);
  expect(age.expected).toBeLessThan(0.3);
  expect(sex.largest.map(({ sample }: { sample: number }) => sample)).toEqual([0.5, 0.5]);
  expect(age.quantiles).toContainEqual({ share: 0.5, table: 24, sample: 20 });
  expect(found.pairs.map(({ columns }: { columns: string[] }) => columns.join())).toEqual([
    'ward,age',
    'ward,sex',
    'age,sex',
  ]);
  expect(found.pairs[2].worst[0]).toMatchObject({ table: 0.02, sample: 0.1 });
});

test('a page holds pictures, is marked as internal, and shows values as text', async () => {
  const out = join(folder, 'utility.html');
  const { out: text } = await compared('sample.csv', '--columns', 'ward,sex', '--out', out);
  expect(text).toContain(`Drawn: ${out}`);
  const page = await readFile(out, 'utf8');
  expect(page).toContain('Do not publish it');
  expect(page.match(/<svg xmlns/g)).toHaveLength(2);
  expect(page).toContain('&lt;b&gt;C&lt;/b&gt;, m');
  expect(page).not.toContain('<b>C');
  expect(page).not.toMatch(/(src|href)="http/);
  // shares of the table itself are the custodian's
  expect(statSync(out).mode & 0o077).toBe(0);
});

test.each([
  ['stranger.csv', [], 'source_mismatch'],
  ['sample.csv', ['--out', '/nowhere/utility.html'], 'file_unwritable'],
])('%s %j is refused with %s', async (sample, words, code) => {
  const { exit, out } = await compared(sample, ...words, '--json');
  expect([exit, JSON.parse(out).error.code]).toEqual([1, code]);
});
