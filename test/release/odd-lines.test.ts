/** One odd line of a CSV file is its person's alone: the header names the columns, and nothing else decides. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeDataFile } from '../../src/engine/index.ts';
import { auditRelease, drawRelease } from '../../src/release/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-odd-lines-'));
const people = Array.from({ length: 2000 }, (_, row) => `${row % 2 === 0 ? 'A' : 'B'},${20 + (row % 60)}`);
let files = 0;

function fileOf(lines: readonly string[]): string {
  const path = join(folder, `${files++}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const KINDS = [
  ['ward', 'text'],
  ['age', 'number'],
];
const order = { columns: ['ward', 'age'], epsilon: 1, delta: 0.001, rate: '0.01' };

test.each([
  ['too many fields', 'secret,1,2,3'],
  ['too few fields', 'secret'],
  ['other delimiters', 'a;b;c;d;e;f;g'],
  ['a quote within a field', 'sec"ret,20'],
  ['nothing', ''],
])('%s, wherever the line is', async (_, odd) => {
  const counted = odd.split(',').length === 2 ? 2001 : 2000;
  for (const place of [0, 1000, people.length]) {
    const data = fileOf(['ward,age', ...people.slice(0, place), odd, ...people.slice(place)]);
    const found = await auditRelease({ data, ...order });
    expect(found.rows).toBe(counted);
    expect([...(await describeDataFile(data)).kinds]).toEqual(KINDS);
  }
});

test('a line of a JSON file that is none is left out', async () => {
  const data = join(folder, 'people.ndjson');
  const lines = people.map(line => JSON.stringify({ ward: line.slice(0, 1), age: Number(line.slice(2)) }));
  writeFileSync(data, [...lines.slice(0, 9), '{"ward": secret', ...lines.slice(9)].join('\n'));
  expect(await auditRelease({ data, ...order })).toMatchObject({ rows: 2000, distinct: 60 });
});

test('a line with too many fields is left out, not cut', async () => {
  const data = fileOf(['ward,age', ...people, ...new Array<string>(500).fill('C,20,x')]);
  expect(await auditRelease({ data, ...order })).toMatchObject({ rows: 2000, distinct: 60 });
  expect(await drawRelease({ data, ...order, out: join(folder, 'sample.csv') })).toMatchObject({ verdict: 'safe' });
});

test('a refusal lists the names of the header, and no cell', async () => {
  const data = fileOf(['ward,age', ...people, 'secret,1,2,3']);
  await expect(auditRelease({ data, ...order, columns: ['town'] })).rejects.toMatchObject({
    code: 'unknown_column',
    message: 'The data has no column town; its columns are ward, age.',
  });
});
