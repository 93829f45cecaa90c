/** A JSON file has no schema: one person's keys must not show in a certificate, nor keep the others from being published. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRelease, drawRelease } from '../../src/release/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'sortition-keys-'));
const OTHERS = Array.from({ length: 1000 }, (_, id) => JSON.stringify({ id, v: id % 2 === 0 ? 'a' : 'b' }));
let files = 0;

/** What is told of a table with this row among the others, but for what every draw has of its own. */
async function releasedWith(row: string | undefined, ending: 'json' | 'ndjson'): Promise<unknown> {
  const data = join(folder, `${files++}.${ending}`);
  const rows = [...(row === undefined ? [] : [row]), ...OTHERS];
  writeFileSync(data, ending === 'json' ? `[${rows.join(',\n')}]` : rows.join('\n'));
  const out = `${data}.csv`;
  const order = { columns: ['v'], unit: 'id', epsilon: 1, delta: 1e-6, rate: '0.5', threshold: 'auto', out } as const;
  await drawRelease({ data, ...order });
  const {
    at: _at,
    output: _output,
    ledger: _ledger,
    table: _table,
    ...certificate
  } = JSON.parse(readFileSync(`${out}.certificate.json`, 'utf8'));
  expect(await checkRelease({ sample: out, data, epsilon: 9 })).toMatchObject({ unit: 'id' });
  const values = readFileSync(out, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => line.split(',')[1]);
  return { certificate, values: [...new Set(values)].sort() };
}

const without = { ndjson: await releasedWith(undefined, 'ndjson'), json: await releasedWith(undefined, 'json') };

const keys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

test.each([
  ['a key that nobody else has', '{"id":"x","v":"a","diagnosis":1}'],
  ['fewer keys', '{"id":"x"}'],
  ['keys in another order', '{"v":"a","id":"x"}'],
  ['the same keys in capitals', '{"ID":"x","V":"a"}'],
  ['an empty key', '{"":1,"id":"x","v":"a"}'],
  ['a key with a NUL', '{"a\\u0000":1,"id":"x","v":"a"}'],
  ['quotes in a key', '{"\\"\'/~":1,"id":"x","v":"a"}'],
  ['hundreds of keys', JSON.stringify({ id: 'x', v: 'a', ...keys(210) })],
  ['another type', '{"id":"x","v":{"a":[1]}}'],
  ['no keys', '{}'],
  ['a list', '[1, 2]'],
  ['a number', '7'],
])('a row with %s changes nothing that is told', async (_, row) => {
  for (const ending of ['ndjson', 'json'] as const) expect(await releasedWith(row, ending)).toEqual(without[ending]);
});

test('a column that no row has is still refused', async () => {
  const data = join(folder, 'typed.ndjson');
  writeFileSync(data, OTHERS.join('\n'));
  const order = { data, columns: ['w'], epsilon: 1, delta: 1e-6, rate: '0.5', out: `${data}.csv` };
  await expect(drawRelease(order)).rejects.toMatchObject({ code: 'unknown_column' });
});
