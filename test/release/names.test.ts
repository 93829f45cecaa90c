/** Tables and columns have whatever names they have: none of them is taken for another, or stops a draw that is recorded. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { auditRelease, checkRelease, compareRelease, drawRelease } from '../../src/release/index.ts';
import { drawFolder } from '../support/release-draw.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-names-'));
const path = (name: string): string => join(folder, name);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const usual = { epsilon: 100, delta: 0.5, rate: '0.5' };
const rows = (line: (row: number) => string): string => Array.from({ length: 600 }, (_, row) => line(row)).join('\n');

let draws = 0;
async function readBack(data: string, columns: readonly string[], format: string, unit?: string): Promise<void> {
  const [out, ledger] = [path(`${draws}.${format}`), `sqlite:${path(`${draws++}.ledger`)}`];
  await drawRelease({ ...usual, data, columns, out, ledger, ...(unit !== undefined && { unit }) });
  const found = await checkRelease({ sample: out, data, epsilon: 100 });
  expect(found.sampleDistinct).toBe(found.distinct);
  expect((await compareRelease({ sample: out, data })).sampleRows).toBe(found.sampleRows);
}

test.each(['combinations', 'chosen', 'decoded', 'tally'])('a table called %s', async name => {
  const data = path(`${name}.csv`);
  writeFileSync(data, `id,v\n${rows(row => `${row},${row % 2}`)}`);
  expect(await auditRelease({ ...usual, data, columns: ['v'] })).toMatchObject({ verdict: 'safe' });
  await readBack(data, ['v'], 'csv');
  await readBack(data, ['v'], 'parquet', 'id');
});

const NAMES = [
  ['a|b', 'c|d'],
  ['a;b', 'c"d,\te'],
  ['u', 'e'],
  ['rowid', ' c0 '],
] as const;

test.each(NAMES)('columns called %j and %j', async (one, other) => {
  const data = path(`${draws}-names.parquet`);
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const cells = `i AS id, (i % 2)::VARCHAR AS ${quoted(one)}, (i % 3)::VARCHAR AS ${quoted(other)}`;
  await connection.run(`COPY (SELECT ${cells} FROM range(600) r(i)) TO '${data}'`);
  for (const format of ['csv', 'parquet']) {
    await readBack(data, [one, other], format);
    await readBack(data, [other], format, 'id');
  }
  await readBack(data, [one], 'csv');
});

test('a name of two lines is refused for CSV, and nothing is recorded', async () => {
  const people = drawFolder();
  const [data, columns] = [people.path('lines.parquet'), ['a\nb']];
  await connection.run(`COPY (SELECT 'x' AS "a\nb" FROM range(600)) TO '${data}'`);
  expect(await people.refused({ ...usual, data, columns })).toMatchObject({ code: 'file_unwritable' });
  await people.draw({ ...usual, data, columns, out: people.path('sample.parquet') });
});

test('a sample that shows nobody is a header', async () => {
  const people = drawFolder({ 'few.csv': 'v,w\nx,y\n' });
  await people.draw({ data: people.path('few.csv'), columns: ['v', 'w'], rate: '0.5', threshold: 'auto' });
  expect(readFileSync(people.path('sample.csv'), 'utf8')).toBe('v,w\n');
});

test('columns that differ in capitals alone are not taken for one another', async () => {
  const people = drawFolder({ 'people.csv': `a,A\n${rows(row => `${row % 2},x${row % 3}`)}` });
  for (const columns of [['A'], ['a', 'A']])
    expect(await people.refused({ ...usual, columns })).toMatchObject({
      code: 'source_mismatch',
      message: expect.stringContaining('a and A differ only in case'),
    });
});
