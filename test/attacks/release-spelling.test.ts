/** One person's way of writing a value must not decide how everybody's is published: it would be seen with certainty. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { drawRelease } from '../../src/release/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-spelling-'));
let files = 0;
const fresh = (ending: string): string => join(folder, `${files++}.${ending}`);

const connection = await (await DuckDBInstance.create(':memory:')).connect();

interface Written {
  readonly coarsen?: string;
  readonly threshold?: 'auto';
  readonly unit?: string;
}

/** Every different line of a sample that shows nearly all of a table. */
async function published(data: string, { unit, ...order }: Written, ending = 'csv'): Promise<readonly string[]> {
  const out = fresh(ending);
  const usual = { columns: ['v'], epsilon: 100, delta: 0.5, rate: '0.9', out };
  await drawRelease({ data, ...usual, ...(unit !== undefined && { unit }), ...order });
  if (ending === 'parquet') {
    const found = await connection.runAndReadAll(`SELECT DISTINCT CAST(v AS VARCHAR) FROM read_parquet('${out}')`);
    return found.getRows().map(String).sort();
  }
  const lines = readFileSync(out, 'utf8').trimEnd().split('\n').slice(1);
  return [...new Set(unit === undefined ? lines : lines.map(line => line.replace(/^\d+,/, '')))].sort();
}

const ORDERS: readonly Written[] = [
  { coarsen: 'v=range:1' },
  { coarsen: 'v=range:1', threshold: 'auto' },
  { coarsen: 'v=top:3' },
  { coarsen: 'v=bottom:-3', threshold: 'auto' },
  { coarsen: 'v=range:1', unit: 'id' },
];

test.each(ORDERS)('one -0.0 among zeros of a CSV file changes no line: %j', async order => {
  const rows = [...new Array<string>(500).fill('0'), ...new Array<string>(500).fill('5')];
  const lines = async (first: readonly string[]): Promise<readonly string[]> => {
    const data = fresh('csv');
    writeFileSync(data, ['id,v', ...[...first, ...rows].map((row, id) => `${id},${row}`)].join('\n'));
    return published(data, order);
  };
  const without = await lines([]);
  expect(without).toHaveLength(2);
  for (const first of ['-0.0', '-0', '0.0', '-0e5']) expect(await lines([first])).toEqual(without);
});

const doubles = async (first: string, type: string): Promise<string> => {
  const data = fresh('parquet');
  const many = (value: string): string => `SELECT CAST(${value} AS ${type}) AS v FROM range(500)`;
  const rows = `SELECT CAST(${first} AS ${type}) AS v UNION ALL ${many("'nan'")} UNION ALL ${many('0')} UNION ALL ${many('2.5')}`;
  await connection.run(`COPY (SELECT row_number() OVER () AS id, v FROM (${rows})) TO '${data}'`);
  return data;
};

test.each(['DOUBLE', 'FLOAT'])('nor do the signs of zero and of NaN in Parquet, as %s', async type => {
  for (const order of [{}, { threshold: 'auto' }, { unit: 'id' }, { coarsen: 'v=top:2' }] as const)
    for (const ending of ['csv', 'parquet']) {
      const without = await published(await doubles("'nan'", type), order, ending);
      expect(without).toHaveLength(3);
      for (const first of ["'-nan'", "'-0.0'"])
        expect(await published(await doubles(first, type), order, ending)).toEqual(without);
    }
});
